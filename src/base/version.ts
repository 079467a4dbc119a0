import manifest from "../../deno.json" with { type: "json" };

/** The program's version; deno.json is the one place that says it. */
export const VERSION: string = manifest.version;
