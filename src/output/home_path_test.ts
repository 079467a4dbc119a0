import { assertEquals } from "@std/assert";
import { withTilde } from "./home_path.ts";

Deno.test("withTilde() on each system", () => {
  assertEquals(withTilde("in /home/ada/p", "/home/ada/", false), "in ~/p");
  assertEquals(
    withTilde("in /home/Ada/p", "/home/ada", false),
    "in /home/Ada/p",
  );
  assertEquals(
    withTilde("c:\\users\\지수 (b)\\p", "C:\\Users\\지수 (b)", true),
    "~\\p",
  );
  assertEquals(
    withTilde("C:\\Users\\ada2\\p", "C:\\Users\\ada", true),
    "C:\\Users\\ada2\\p",
  );
});
