import { assertEquals } from "@std/assert";
import { mutationsOf } from "./mutations.ts";

Deno.test("mutationsOf() negates conditions and drops statements", () => {
  const text = `function f(a: number) {
  if (a > 1) return 2;
  // if (a) return;
  files.remove(path);
  const b = a === 1 ? 2 : 3;
  if (g(a) || h(b)) {
    super(a);
  }
  const c = () =>
    g(a);
}`;
  assertEquals(
    mutationsOf(text).map(({ line, after }) => [line, after]),
    [
      [2, "if (!(a > 1)) return 2;"],
      [4, "(nothing)"],
      [5, "const b = !(a === 1) ? 2 : 3;"],
      [6, "if (!(g(a) || h(b))) {"],
    ],
  );
  const [first] = mutationsOf(text);
  assertEquals(first?.text, text.replace("a > 1", "!(a > 1)"));
});
