/**
 * Whether a shell command changes the machine it runs on: installs, permissions,
 * services, containers, databases, versions of tools, generated code. Such a
 * command may be what made another one pass, though the project's files are as
 * they were.
 */

import { programsOf } from "./command_runs.ts";

/** A program, and what its arguments begin with. */
const CHANGES: readonly (readonly [program: RegExp, args: RegExp])[] = [
  [
    /^(?:apt|apt-get|aptitude|dnf|yum|apk|pacman|zypper|brew|port|snap|choco|scoop|winget|conda|mamba|pipx|nix-env|sdk)$/,
    /(?:^|\s)(?:install|add|upgrade|update|remove|uninstall|link|unlink|reinstall|-S\w*|-i\w*)\b/,
  ],
  [/^(?:chmod|chown|chgrp|mkdir|install|mkfifo|setfacl|xattr)$/, /./],
  [/^(?:kill|pkill|killall|fuser)$/, /./],
  [/^(?:npx|bunx|pnpx|pnpm|yarn|bun|uvx|dlx)$/, /\bkill-port\b/],
  [/^(?:createdb|dropdb|createuser|dropuser|initdb|pg_ctl|pg_restore)$/, /./],
  [
    /^(?:systemctl|service|launchctl|rc-service)$/,
    /\b(?:start|restart|stop|reload|enable|load|unload|kickstart)\b/,
  ],
  [/^(?:redis-server|mongod|mysqld|postgres|minikube|colima|k3d|kind)$/, /.?/],
  [
    /^(?:docker|podman|docker-compose|nerdctl)$/,
    /^(?:compose\s+(?:-\S+\s+\S+\s+)*)?(?:up|start|restart|stop|down|rm|kill|run|pull|build|login|create|prune|(?:volume|network|system|image|container)\s+(?:create|rm|prune|stop|start|restart))\b/,
  ],
  [
    /^kubectl$/,
    /^(?:create|delete|rollout|scale|config\s+(?:use|set)|label|patch)/,
  ],
  [
    /^(?:helm|terraform|tofu|pulumi)$/,
    /^(?:install|uninstall|repo\s+add|init|force-unlock|import|workspace|up)\b/,
  ],
  [
    /^git$/,
    /^(?:submodule\s+(?:update|add|init|sync)|lfs\s+(?:install|pull|fetch|checkout)|config\s+(?!--get|--list|-l)|remote\s+(?:add|set-url)|stash|checkout|switch|worktree\s+(?:add|remove|prune)|clean|fetch)\b/,
  ],
  [
    /^(?:rustup|nvm|fnm|volta|asdf|mise|rbenv|pyenv|nodenv|goenv|corepack|xcode-select|jenv)$/,
    /^(?:use|install|default|target|component|toolchain|override|local|global|enable|prepare|pin|set|alias|up|update|-s)/,
  ],
  [
    /^(?:gcloud|aws|az|gh|npm|vercel|fly|flyctl|heroku|firebase|supabase)$/,
    /\b(?:login|sso|auth|configure|config\s+set|start|link)\b/,
  ],
  [
    /^(?:npm|pnpm|yarn|bun)$/,
    /^(?:rebuild|dedupe|prune|link|cache\s+clean|config\s+set|audit\s+fix|run\s+\S*(?:generate|codegen|gen|seed|migrate|setup|postinstall)\S*)\b/,
  ],
  [
    /^(?:cargo|go|dotnet|mix|gem|bundle|composer|swift|flutter|dart)$/,
    /^(?:clean|generate|restore|deps\.get|package|pub\s+get|update|fetch|install|config)\b/,
  ],
  [
    /^(?:make|gradle|\.\/gradlew|mvn|ninja|just|task)$/,
    /^(?:\S+\s+)*(?:clean|setup|install|generate|gen|bootstrap|deps|proto|migrate|seed)\b/,
  ],
  [
    /^(?:alembic|flyway|liquibase|dbmate|sqlx|diesel|knex|sequelize|prisma|goose|atlas)$/,
    /\b(?:upgrade|migrate|up|run|setup|create|push|generate|reset|deploy|seed)\b/,
  ],
  [
    /^(?:protoc|buf|sqlc|openapi-generator|graphql-codegen|swagger-codegen|mockgen|wire|flatc|thrift)$/,
    /./,
  ],
  [
    /^(?:python3?|ruby|rails|php|bin\/rails)$/,
    /^(?:-m\s+(?:venv|pip|ensurepip)|manage\.py\s+(?:migrate|makemigrations|collectstatic|loaddata)|artisan\s+(?:migrate|key:generate|db:seed|cache:clear)|db:\w+)/,
  ],
  [
    /^(?:mysql|psql|sqlite3|mongosh)$/,
    /\b(?:create|alter|drop|grant|insert|update)\b/i,
  ],
  [/^(?:xcodebuild|pod|carthage)$/, /^(?:install|update|bootstrap|repo)/],
  [
    /^(?:sysctl|ulimit|modprobe|mount|umount|ldconfig|update-alternatives|ssh-add|ssh-keygen|direnv|defaults)$/,
    /./,
  ],
];
/** What follows is a command of its own. */
const RUNS_ANOTHER =
  /^(?:npx|bunx|pnpx|uvx|pipenv|poetry|bundle|dotenv|timeout)$/;
const SAYS_ONLY = /(?:^|\s)(?:--dry-run|--help|--version|--list)(?:\s|$)/;

export function changesMachine(cmd: string): boolean {
  return programsOf(cmd).some(changes);
}

function changes(words: readonly string[]): boolean {
  const [path = "", ...rest] = words;
  const program = path.startsWith("./") ? path : path.replace(/^.*\//, "");
  const args = rest.join(" ");
  if (SAYS_ONLY.test(args)) return false;
  if (
    CHANGES.some(([name, how]) => name.test(program) && how.test(args))
  ) return true;
  if (!RUNS_ANOTHER.test(program)) return false;
  const start = rest.findIndex((word) =>
    !/^(?:-.*|run|exec|\d+\w?)$/.test(word)
  );
  return start >= 0 && changes(rest.slice(start));
}
