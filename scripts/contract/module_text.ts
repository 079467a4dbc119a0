/** The hooks module of the lab: it logs its events through the lab's hook. */

export const MODULE = `
async function note($, event, told) {
  return await $.process.run([$.plugin.root + "/hook.sh", event], {
    stdin: JSON.stringify(told),
  });
}

export function register(on) {
  on("session.start", async ($, e, next) => {
    await note($, "module.start", e);
    return next(e);
  });
  on("classic.SessionStart", async ($, e, next) => {
    await note($, "module.classic", e);
    return next(e);
  });
  on("turn.complete", async ($, e, next) => {
    await note($, "module.turn", {
      answer: e.answer,
      id: await $.session.id(),
      root: await $.session.root(),
      version: (await $.session.version()).version,
    });
    const reply = await $.model.complete({
      model: "haiku",
      effort: "low",
      system: "You write one line.",
      prompt: "Write it.",
      maxTokens: 200,
    });
    await note($, "module.reply", reply);
    return next(e);
  });
}
`;
