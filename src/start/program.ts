/**
 * The whole program, each half loaded when it is needed. From source it is
 * imported, the executable carries it as one script.
 */

export const hooks = () => import("../hooks/door.ts");
export const commands = () => import("../cli/run.ts");
