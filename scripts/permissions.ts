/**
 * What the executable may do, baked in when it is compiled. Tests run the
 * uncompiled program with exactly the same flags.
 */

const ENVIRONMENT = [
  "HOME",
  "USERPROFILE",
  "LOCALAPPDATA",
  "XDG_DATA_HOME",
  "PATH",
  "SHELL",
  "CLAUDE_PROJECT_DIR",
  "CLAUDE_CONFIG_DIR",
  "CLAUDE_ENV_FILE",
  "CLAUDE_PLUGIN_ROOT",
  "CLAUDE_CODE_SESSION_ATTENDED",
  "CLAUDE_CODE_ENTRYPOINT",
  "CLAUDECODE",
  "MEMORY_KEEPER_*",
  "NO_COLOR",
  "TERM",
  "COLUMNS",
  "TZ",
];

/** Read, write and these variables; no network, no subprocess, no prompt. */
export const PERMISSION_FLAGS: readonly string[] = [
  "--allow-read",
  "--allow-write",
  `--allow-env=${ENVIRONMENT.join(",")}`,
  "--no-prompt",
];
