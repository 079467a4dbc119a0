// The tools a generated session calls: for each its input, the result the model
// sees, and the copy the client keeps as `toolUseResult`.

import type { Json, Outcome, Session } from "./session.ts";
import type { Version } from "./types.ts";
import { answerWords, codeLines, filePath } from "./words.ts";

/** A one-pixel picture; nothing looks inside. */
export const PICTURE: Json = {
  type: "base64",
  media_type: "image/png",
  data:
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
};

interface Sample {
  input: Json;
  outcome: Outcome;
}

interface Tool {
  name: string;
  since?: Version;
  until?: Version;
  sample(session: Session): Sample;
}

const TOOLS: readonly Tool[] = [
  { name: "Read", sample: read },
  { name: "Edit", sample: edit },
  { name: "MultiEdit", until: "1.0.98", sample: multiEdit },
  { name: "Write", sample: write },
  { name: "NotebookEdit", sample: notebookEdit },
  { name: "Bash", sample: bash },
  { name: "PowerShell", since: "2.1.42", sample: bash },
  {
    name: "BashOutput",
    until: "2.0.76",
    sample: (session) =>
      plain({ bash_id: session.random.hex(6) }, "<status>running</status>"),
  },
  { name: "Grep", sample: grep },
  { name: "Glob", sample: glob },
  { name: "WebFetch", sample: webFetch },
  { name: "WebSearch", sample: webSearch },
  { name: "TodoWrite", until: "2.1.17", sample: todoWrite },
  { name: "TaskCreate", since: "2.1.17", sample: taskCreate },
  { name: "TaskUpdate", since: "2.1.17", sample: taskUpdate },
  { name: "mcp__harbour__list_berths", sample: mcp },
  { name: "mcp__claude_ai_Tides__chart", since: "2.0.76", sample: mcpPicture },
  { name: "HologramRender", since: "2.1.197", sample: unknownTool },
];

export interface ToolUse extends Sample {
  name: string;
}

/**
 * Some tool this version has, with an input and the result of a call that
 * worked.
 */
export function anyTool(session: Session): ToolUse {
  const known = TOOLS.filter(({ since, until }) =>
    (since === undefined || session.since(since)) &&
    (until === undefined || until === session.version || !session.since(until))
  );
  const tool = session.random.pick(known);
  return { name: tool.name, ...tool.sample(session) };
}

/** The same call gone wrong. The client's copy is then a plain string. */
export function failure(session: Session, name: string): Outcome {
  const { random } = session;
  const text = name === "Bash" || name === "PowerShell"
    ? `Exit code ${1 + random.int(3)}\nberth ${random.hex(4)}: no such boat`
    : random.pick([
      "File does not exist.",
      "String to replace not found in file.\nString: 潮",
      "Request failed with status code 403",
    ]);
  const wrapped = random.chance(0.5) && !text.startsWith("Exit");
  return {
    content: wrapped ? `<tool_use_error>${text}</tool_use_error>` : text,
    toolUseResult: `Error: ${text}`,
    error: true,
  };
}

function plain(
  input: Json,
  content: string,
  toolUseResult: unknown = { success: true },
): Sample {
  return { input, outcome: { content, toolUseResult } };
}

function read(session: Session): Sample {
  const { random } = session;
  const file_path = filePath(random, session.cwd);
  if (session.has("images") && random.chance(0.15)) {
    return {
      input: { file_path: file_path.replace(/ts$/, "png") },
      outcome: {
        content: [{ type: "image", source: PICTURE }],
        toolUseResult: {
          type: "image",
          file: { base64: PICTURE.data, type: "image/png", originalSize: 70 },
        },
      },
    };
  }
  const code = codeLines(random, 2 + random.int(5)) + session.padding;
  const numbered = code.split("\n").map((line, index) =>
    `${String(index + 1).padStart(6)}→${line}`
  ).join("\n");
  const reminder = session.has("reminders") && random.chance(0.3)
    ? `\n\n<system-reminder>\nOnly look, ${
      random.hex(4)
    }.\n</system-reminder>\n`
    : "";
  const range = random.chance(0.4)
    ? { offset: random.int(90), limit: 1 + random.int(200) }
    : {};
  return plain({ file_path, ...range }, numbered + reminder, {
    type: "text",
    file: {
      filePath: file_path,
      content: code,
      numLines: 5,
      startLine: 1,
      totalLines: 5,
    },
  });
}

function edit(session: Session): Sample {
  const { random } = session;
  const file_path = filePath(random, session.cwd);
  const old_string = codeLines(random, 1 + random.int(5));
  const new_string = codeLines(random, 1 + random.int(5));
  return plain(
    { file_path, old_string, new_string, replace_all: false },
    `The file ${file_path} has been updated successfully.`,
    {
      filePath: file_path,
      oldString: old_string,
      newString: new_string,
      originalFile: old_string + session.padding,
      structuredPatch: [],
      userModified: false,
      replaceAll: false,
    },
  );
}

function multiEdit(session: Session): Sample {
  const file_path = filePath(session.random, session.cwd);
  const edits = [1, 2].map(() => ({
    old_string: codeLines(session.random, 2),
    new_string: codeLines(session.random, 1),
  }));
  return plain({ file_path, edits }, `Applied 2 edits to ${file_path}`, {
    filePath: file_path,
    edits,
    originalFileContents: session.padding,
    structuredPatch: [],
    userModified: false,
  });
}

function write(session: Session): Sample {
  const file_path = filePath(session.random, session.cwd);
  const content = codeLines(session.random, 3);
  return plain(
    { file_path, content },
    `File created successfully at: ${file_path}`,
    {
      type: "create",
      filePath: file_path,
      content,
      structuredPatch: [],
      originalFile: null,
    },
  );
}

function notebookEdit(session: Session): Sample {
  const notebook_path = filePath(session.random, session.cwd).replace(
    /ts$/,
    "ipynb",
  );
  const input = {
    notebook_path,
    cell_id: session.random.hex(4),
    new_source: "print('潮')",
    edit_mode: "replace",
  };
  return plain(input, "Updated cell", { ...input, error: "" });
}

function bash(session: Session): Sample {
  const { random } = session;
  const command = random.pick([
    "deno test",
    "ls -la docs",
    "rg 'berth' src | head",
    'echo "고래" && date',
    "make -C harbour\nmake check",
  ]);
  const stdout = `${
    random.pick(["ok", "2 passed", "\u001b[32mdone\u001b[0m"])
  } ${random.hex(4)}${session.padding}`;
  return plain({ command, description: "look at the harbour" }, stdout, {
    stdout,
    stderr: "",
    interrupted: false,
    isImage: false,
  });
}

function grep(session: Session): Sample {
  const filenames = [filePath(session.random, session.cwd)];
  const input = {
    pattern: "berth\\d+",
    path: session.cwd,
    output_mode: "files_with_matches",
  };
  return plain(input, `Found 1 file\n${filenames[0]}`, {
    mode: input.output_mode,
    filenames,
    numFiles: 1,
  });
}

function glob(session: Session): Sample {
  const filenames = [filePath(session.random, session.cwd)];
  return plain({ pattern: "**/*.ts" }, filenames.join("\n"), {
    filenames,
    durationMs: 4,
    numFiles: 1,
    truncated: false,
  });
}

function webFetch(session: Session): Sample {
  const url = `https://tides.example/${session.random.hex(4)}`;
  const result = answerWords(session.random);
  return plain({ url, prompt: "When is high tide?" }, result, {
    bytes: 900,
    code: 200,
    codeText: "OK",
    result,
    durationMs: 7,
    url,
  });
}

function webSearch(): Sample {
  const query = "spring tide harbour 満潮";
  return plain({ query }, `Web search results for query: "${query}"`, {
    query,
    results: [],
    durationSeconds: 2,
  });
}

function todoWrite(): Sample {
  const todos = [{
    content: "Moor the boat",
    status: "pending",
    activeForm: "Mooring",
  }];
  return plain({ todos }, "Todos have been modified successfully.", {
    oldTodos: [],
    newTodos: todos,
  });
}

function taskCreate(session: Session): Sample {
  const subject = `Moor boat ${session.random.int(99)}`;
  return plain(
    { subject, description: "Before dusk", activeForm: "Mooring" },
    "Task #1 created",
    { task: { id: "1", subject } },
  );
}

function taskUpdate(): Sample {
  return plain({ taskId: "1", status: "completed" }, "Updated task #1 status", {
    success: true,
    taskId: "1",
    updatedFields: ["status"],
    statusChange: { from: "pending", to: "completed" },
  });
}

function mcp(session: Session): Sample {
  const content = [{ type: "text", text: answerWords(session.random) }];
  return {
    input: { harbour: "남항", limit: 3, deep: { a: [1] } },
    outcome: { content, toolUseResult: content },
  };
}

function mcpPicture(session: Session): Sample {
  const content = [{ type: "text", text: "chart" }, {
    type: "image",
    source: PICTURE,
  }];
  return {
    input: { day: session.random.int(28) },
    outcome: { content, toolUseResult: content },
  };
}

function unknownTool(session: Session): Sample {
  return plain(
    { scene: "pier", depth: session.random.int(9), when: null },
    "rendered",
    { frames: [1, 2] },
  );
}
