/**
 * What `init` lays down: headings, and in comments what is worth saying under
 * them. Comments are not given to a session, so an empty form costs nothing.
 */

export const TEMPLATES = {
  project: `# Project

<!-- What it is and for whom, in two or three sentences. -->

## Where things are

<!-- The folders and files one looks for first. -->

## How to run and test it

<!-- The exact commands. -->
`,
  architecture: `# Architecture

<!-- The parts, what each is responsible for, and which way data flows. -->

## Why it is so

<!-- Decisions that look odd without their reason. -->
`,
  conventions: `# Conventions

<!-- Naming, errors, tests, formatting: what a reviewer here would ask for. -->
`,
  workflow: `# Workflow

<!-- Branches, reviews, releases, and what must pass before a commit. -->
`,
  lessons: `# Lessons

<!-- One line each: what went wrong, and what to do instead. -->
`,
} as const;
