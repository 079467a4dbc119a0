/**
 * For a process of many quick tests: nothing waits until the disk has it. No
 * test cuts the power, and where thousands of small files are made the waiting
 * took a third of the run. The deep tests and every process that a test starts
 * do sync.
 */

Deno.FsFile.prototype.syncSync = () => {};
Deno.FsFile.prototype.syncDataSync = () => {};
