import { assertEquals } from "@std/assert";
import { changesMachine } from "./_machine_changes.ts";

const CHANGES = [
  "apt-get install -y zlib1g-dev",
  "sudo apt install libsdl2-dev",
  "brew install openssl",
  "chmod +x deploy.sh",
  "mkdir -p build",
  "npx prisma generate",
  "createdb tide_dev",
  "git submodule update --init",
  "docker compose up -d db",
  "docker compose -f dev.yml up -d",
  "docker stop old",
  "rustup target add wasm32-unknown-unknown",
  "nvm use 22",
  "kill 12345",
  "kill $(lsof -t -i:3000)",
  "npx kill-port 3000",
  "sudo service postgresql start",
  "git config push.autoSetupRemote true",
  "terraform force-unlock -force 5a7c1d2e",
  "python -m venv .venv",
  "go generate ./...",
  "npm run db:generate",
  "poetry run alembic upgrade head",
  "cd api && python manage.py migrate",
];

const LOOKS = [
  "ls -la",
  "git status",
  "git config --get user.name",
  "docker ps",
  "docker compose logs db",
  "npm test",
  "npm run build",
  "rustup --version",
  "brew list",
  "apt-get install --dry-run zlib1g-dev",
  "kubectl get pods",
  "cat package.json | grep install",
  "echo mkdir",
  "",
];

Deno.test("changesMachine() knows what changes more than files", async (t) => {
  for (const cmd of CHANGES) {
    await t.step(cmd, () => assertEquals(changesMachine(cmd), true));
  }
  for (const cmd of LOOKS) {
    await t.step(
      cmd || "nothing",
      () => assertEquals(changesMachine(cmd), false),
    );
  }
});
