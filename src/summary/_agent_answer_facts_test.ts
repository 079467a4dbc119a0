import { assertEquals } from "@std/assert";
import { readAgentAnswer } from "./_agent_answer.ts";

const FENCE = "```";
const FACT = { type: "decision", content: "Use X", evidence: "we use X" };
const FACTS = `{"facts":[${JSON.stringify(FACT)}]}`;

Deno.test("readAgentAnswer() separates the facts from the words", async (t) => {
  const rows: Record<string, [message: unknown, text: string, facts: unknown]> =
    {
      "none": ["Did A.", "Did A.", undefined],
      "in a fence": [`Did A.\n\n${FENCE}json\n${FACTS}\n${FENCE}\n`, "Did A.", [
        FACT,
      ]],
      "in a plain fence": [`Did A.\n${FENCE}\n${FACTS}\n${FENCE}`, "Did A.", [
        FACT,
      ]],
      "bare": [`Did A.\n${FACTS}`, "Did A.", [FACT]],
      "bare in the last line": [`Did A. ${FACTS}`, "Did A.", [FACT]],
      "with words behind": [
        `Did A.\n${FENCE}json\n${FACTS}\n${FENCE}\nB.`,
        "Did A.\n\nB.",
        [FACT],
      ],
      "an empty list": [`Did A.\n{"facts": []}`, "Did A.", []],
      "a bare list": [
        `Did A.\n${FENCE}json\n[${JSON.stringify(FACT)}]\n${FENCE}`,
        "Did A.",
        [FACT],
      ],
      "a trailing comma": [`Did A.\n{"facts":[{"content":"x",},],}`, "Did A.", [
        { content: "x" },
      ]],
      "a raw line break": [`Did A.\n{"facts":[{"content":"x\ny"}]}`, "Did A.", [
        { content: "x\ny" },
      ]],
      "without its last bracket": [
        `Did A.\n${FENCE}json\n{"facts":[${JSON.stringify(FACT)}]\n${FENCE}`,
        "Did A.",
        [FACT],
      ],
      "cut off": [
        `Did A.\n${FENCE}json\n{"facts":[{"content":"x`,
        "Did A.",
        undefined,
      ],
      "one fact without a list": [
        `Did A.\n${JSON.stringify(FACT)}`,
        "Did A.",
        [FACT],
      ],
      "one object a line": [
        `Did A.\n${JSON.stringify(FACT)}\n${JSON.stringify(FACT)}`,
        "Did A.",
        [FACT, FACT],
      ],
      "cut off in the second": [
        `Did A.\n{"facts":[${JSON.stringify(FACT)},{"type":"iss`,
        "Did A.",
        [FACT],
      ],
      "one fact where a list belongs": [
        `Did A.\n{"facts":${JSON.stringify(FACT)}}`,
        "Did A.",
        [FACT],
      ],
      "code with our words in it": [
        'package.json begins with\n{"type": "module", main()',
        'package.json begins with\n{"type": "module", main()',
        undefined,
      ],
      "code that looks like a fact": [
        'It sends\n{"type": "text", "content": "hi"}',
        'It sends\n{"type": "text", "content": "hi"}',
        undefined,
      ],
      "another key first": [
        `Did A.\n${FENCE}json\n{"v":1,"facts":[1]}\n${FENCE}`,
        "Did A.",
        [1],
      ],
      "code that the words speak of": [
        `Set this:\n${FENCE}json\n{"port":1}\n${FENCE}`,
        `Set this:\n${FENCE}json\n{"port":1}\n${FENCE}`,
        undefined,
      ],
      "a quotation": [
        'Reads `{"facts":[1]}` now.',
        'Reads `{"facts":[1]}` now.',
        undefined,
      ],
      "between words of its line": [
        `Sure! ${FACTS} hope that helps`,
        "- Use X",
        [FACT],
      ],
      "between words that say something": [
        `Did A. The facts: ${FACTS} and then B.`,
        "Did A. The facts: \n and then B.",
        [FACT],
      ],
      "one a bullet": [
        `- fact one: ${JSON.stringify(FACT)}\n- fact two: ${
          JSON.stringify(FACT)
        }`,
        "- Use X\n- Use X",
        [FACT, FACT],
      ],
      "a whole fact as a quotation": [
        `Stores \`${JSON.stringify(FACT)}\` now.`,
        `Stores \`${JSON.stringify(FACT)}\` now.`,
        undefined,
      ],
      "brackets in strings": [
        `A.\n{"facts":[{"content":"a } ] \\" {"}]}`,
        "A.",
        [{ content: 'a } ] " {' }],
      ],
      "facts only": [FACTS, "- Use X", [FACT]],
      "the object form": [
        JSON.stringify({
          summary: "## Did A.",
          decisions: [{ content: "d" }, "e"],
          patterns: [{ content: "p", type: "wrong" }],
          issues: [],
        }),
        "**Did A.**",
        [
          { content: "d", type: "decision" },
          { content: "e", type: "decision" },
          { content: "p", type: "pattern" },
        ],
      ],
      "the object form in a fence": [
        `Here it is:\n${FENCE}json\n{"summary":"Did A.","issues":["i"]}\n${FENCE}`,
        "Did A.",
        [{ content: "i", type: "issue" }],
      ],
      "the object form, parsed": [
        { summary: ["Did A.", "B."] },
        "Did A.\nB.",
        undefined,
      ],
    };
  for (const [name, [message, text, facts]] of Object.entries(rows)) {
    await t.step(name, () =>
      assertEquals(readAgentAnswer(message), {
        kind: "summary",
        text,
        factsJson: facts as unknown[],
      }));
  }
  await t.step(
    "for an agent that is asked for facts only",
    () =>
      assertEquals(readAgentAnswer('{"facts":[]}', { factsOnly: true }), {
        kind: "summary",
        text: "",
        factsJson: [],
      }),
  );
});
