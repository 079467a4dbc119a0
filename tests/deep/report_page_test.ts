/** The report as a person has it: in a real browser, opened from a file. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Browser, findBrowser } from "../support/world/browser.ts";
import {
  fillReportStore,
  HOSTILE,
  HOSTILE_SHOWN,
  SESSIONS,
} from "../support/world/report_store.ts";
import { SealedWorld } from "../support/world/sealed_world.ts";

const BROWSER = findBrowser();

const short = (id: string) => id.slice(0, 8);
const text = (selector: string) =>
  `document.querySelector(${JSON.stringify(selector)}).textContent`;
const count = (selector: string) =>
  `document.querySelectorAll(${JSON.stringify(selector)}).length`;
const isSeen = (selector: string) =>
  `document.querySelector(${JSON.stringify(selector)}).checkVisibility()`;
const found = text("#found");

async function makePage(world: SealedWorld): Promise<string> {
  const { code, stdout } = await world.run(["report", "--json"], {
    env: { MEMORY_KEEPER_NOW: "2026-05-01T09:00:00Z", TZ: "UTC" },
  });
  assertEquals(code, 0);
  return JSON.parse(stdout).url.replace("$WORLD", world.dir);
}

Deno.test({
  name: "the report in a browser",
  ignore: BROWSER === undefined,
  async fn(t) {
    using world = fillReportStore(new SealedWorld());
    const url = await makePage(world);
    await using browser = await Browser.start(BROWSER as string);
    const look = <T>(expression: string) => browser.evaluate<T>(expression);
    await browser.open(url);

    await t.step("loads nothing but itself and complains of nothing", () => {
      assertEquals(browser.requests, [url]);
      assertEquals(browser.complaints, []);
    });

    await t.step("every word of a memory stays a word", async () => {
      assertEquals(await look("globalThis.hacked"), undefined);
      assertEquals(await look(count("script")), 1);
      assertEquals(await look(count("img, iframe, object, link, form")), 0);
      assertEquals(await look(count("a:not([href^='#'])")), 0);
      assertEquals(await look(count("[onerror], [onclick], [style]")), 0);
      const berth = `#session-${short(SESSIONS.berth)}`;
      const oneLine = HOSTILE_SHOWN.replace(/\s/g, " ");
      assertStringIncludes(await look(text(`${berth} pre`)), oneLine);
      assertStringIncludes(await look(text(`${berth} li`)), "Berth 3");
      assertStringIncludes(await look(text("#fact-d001")), "onerror=");
      assertStringIncludes(await look(text("#fact-c001")), "</script>");
      assertStringIncludes(await look(text("#archives")), "<!--");
      assertStringIncludes(await look(text("#files")), "</style>");
      assert(
        !(await look<string>("document.body.textContent"))
          .includes(HOSTILE.slice(-30, -10)),
        "nothing turns the text around",
      );
    });

    await t.step("its policy would stop what got in all the same", async () => {
      const blocked = await look(`new Promise((resolve) => {
        const seen = [];
        document.addEventListener("securitypolicyviolation", (event) => {
          seen.push(event.effectiveDirective);
          if (seen.length === 3) resolve(seen.sort());
        });
        const add = (name, fields) =>
          document.body.append(Object.assign(document.createElement(name), fields));
        add("script", { textContent: "globalThis.hacked = 4" });
        add("img", { src: "http://127.0.0.1:9/x.png" });
        fetch("http://127.0.0.1:9/").catch(() => {});
      })`);
      assertEquals(blocked, ["connect-src", "img-src", "script-src-elem"]);
      assertEquals(await look("globalThis.hacked"), undefined);
      await browser.open(url);
    });

    await t.step(
      "shows the days, newest first, with what was kept",
      async () => {
        const days = await look<string[]>(
          `[...document.querySelectorAll(".day time[datetime]")].map((one) => one.dateTime)`,
        );
        assertEquals(days, [
          "2026-04-12",
          "2026-04-11",
          "2026-04-10",
          "2026-03-03",
          "2026-03-02",
        ]);
        const tide = `#session-${short(SESSIONS.tide)}`;
        assertStringIncludes(await look(text(tide)), "Spring tides are right");
        const korean = `#session-${short(SESSIONS.korean)}`;
        assertStringIncludes(await look(text(korean)), "출항 알림이");
        // Carried over by the rotation, so it is in two files.
        const berth = `#session-${short(SESSIONS.berth)}`;
        assertEquals(await look(count(`${berth} article`)), 1);
        assertEquals(await look(count("circle.turn")), 1);
      },
    );

    await t.step(
      "a key opens the search, words narrow it, Esc ends it",
      async () => {
        await browser.press("/", "/");
        assertEquals(await look("document.activeElement.id"), "search");
        assertEquals(await look("document.activeElement.value"), "");
        await browser.type("ROUND tides");
        await browser.until(async () => await look(found) !== "");
        assertEquals(await look(found), "1 of 13");
        const tide = `#session-${short(SESSIONS.tide)}`;
        assert(await look(isSeen(`${tide} article`)), "it is opened");
        assert(!await look(isSeen("#knowledge")), "nothing there has it");
        assert(await look(`CSS.highlights.get("found").size`) as number >= 2);
        await browser.press("Enter", "\r");
        assertEquals(await look(found), "1 of 1");
        await browser.press("ArrowDown");
        assertEquals(await look("document.activeElement.localName"), "summary");
        await browser.press("Escape");
        assertEquals(await look(found), "");
        assert(await look(isSeen("#knowledge")));
        assertEquals(await look(`CSS.highlights.get("found").size`), 0);
      },
    );

    await t.step(
      "Korean and markup are found as they are written",
      async () => {
        for (const [asked, hits] of [["알림이", 1], ["</script><script>", 6]]) {
          await browser.type(String(asked));
          await browser.until(async () =>
            await look(`document.getElementById("search").value`) === asked &&
            await look(found) === `${hits} of 13`
          );
          await browser.press("Escape");
        }
      },
    );

    await t.step("a link leads out of a search to what it names", async () => {
      const berth = `#session-${short(SESSIONS.berth)}`;
      await look(`document.querySelector("${berth}").open = false`);
      await look(`document.querySelector(".month:last-of-type").open = false`);
      await browser.type("An odd id");
      await browser.until(async () => await look(found) !== "");
      assert(!await look(isSeen(berth)));
      await look(`document.querySelector("a[href='${berth}']").click()`);
      await browser.until(() => look(isSeen(`${berth} article`)));
      assertEquals(await look(found), "");
    });

    await t.step("opens and closes with the keyboard alone", async () => {
      const tide = `#session-${short(SESSIONS.tide)}`;
      const isOpen = `document.querySelector("${tide}").open`;
      const before = await look<boolean>(isOpen);
      await look(`document.querySelector("${tide} summary").focus()`);
      await browser.press("Enter", "\r");
      assertEquals(await look(isOpen), !before);
    });

    await t.step("can be read in the light and in the dark", async () => {
      const papers = [];
      for (const value of ["light", "dark"]) {
        const features = [{ name: "prefers-color-scheme", value }];
        await browser.send("Emulation.setEmulatedMedia", { features });
        papers.push(
          await look(`getComputedStyle(document.body).backgroundColor`),
        );
        for (
          const selector of ["h1", ".lead", ".meta", "a.mono", ".chart .label"]
        ) {
          const contrast = await look<number>(contrastOf(selector));
          assert(contrast >= 4.5, `${value} ${selector}: ${contrast}`);
        }
      }
      assert(papers[0] !== papers[1], papers.join());
    });

    await t.step("fits a phone", async () => {
      const size = { width: 360, height: 740, deviceScaleFactor: 1 };
      await browser.send("Emulation.setDeviceMetricsOverride", {
        ...size,
        mobile: true,
      });
      const width = "document.documentElement.scrollWidth";
      await look(`document.getElementById("fold").click()`);
      assertEquals(await look(width), 360);
      await look(`document.getElementById("search").focus()`);
      await browser.type("Fridays");
      await browser.until(async () => await look(found) !== "");
      assertEquals(await look(width), 360);
      await browser.press("Escape");
      await browser.send("Emulation.clearDeviceMetricsOverride");
    });

    await t.step("prints what is folded, and folds it again", async () => {
      const folded = count("details:not([open])");
      await look(`document.querySelector(".session").open = false`);
      const before = await look<number>(folded);
      assert(before > 0);
      await look(`addEventListener("beforeprint", () => {
        globalThis.foldedInPrint = ${folded};
      })`);
      const { data } = await browser.send("Page.printToPDF");
      assert(atob(String(data)).startsWith("%PDF-"));
      assertEquals(await look("foldedInPrint"), 0);
      assertEquals(await look(folded), before);
    });

    await t.step(
      "without scripts it is all there, only not searched",
      async () => {
        const off = { value: true };
        await browser.send("Emulation.setScriptExecutionDisabled", off);
        await browser.send("Page.reload");
        const tide = `#session-${short(SESSIONS.tide)}`;
        await browser.until(() => look(`document.readyState === "complete"`));
        assertEquals(await look(isSeen(".finder")), false);
        assert(await look(isSeen(`${tide} summary`)));
      },
    );
  },
});

/** How much lighter one of letters and paper is than the other. */
function contrastOf(selector: string): string {
  return `(() => {
    const rgb = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
    const light = (text) => {
      const [r, g, b] = rgb(text).map((part) => {
        const share = part / 255;
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const style = getComputedStyle(document.querySelector("${selector}"));
    const ink = light(style.fill === "rgb(0, 0, 0)" ? style.color : style.fill);
    const paper = light(getComputedStyle(document.body).backgroundColor);
    const [dark, bright] = [ink, paper].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  })()`;
}
