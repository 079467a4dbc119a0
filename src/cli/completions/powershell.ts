/** The script for PowerShell, from 5.1 on. */

import { isIdKind, type Offer, type Point, type Values } from "./points.ts";

export function renderPowerShell(
  points: readonly Point[],
  flags: ReadonlyMap<string, Values>,
): string {
  const rows = points.flatMap(({ names, words, flags, paths }) =>
    names.map((name) =>
      `    ${quote(name)} = @{ words = ${table(words)}; flags = ${
        table(flags)
      }; paths = ${paths && !isIdKind(paths) ? "$true" : "$false"} }`
    )
  );
  return `Register-ArgumentCompleter -Native -CommandName memory-keeper -ScriptBlock {
  param($word, $ast, $position)
  $next = @{
${rows.join("\n")}
  }
  $values = @{
${[...flags].map(valueRow).join("\n")}
  }
  $before = ''
  $previous = ''
  foreach ($element in ($ast.CommandElements | Select-Object -Skip 1)) {
    if ($element.Extent.EndOffset -ge $position) { break }
    $previous = "$element"
    $longer = "$before $element".Trim()
    if ($next.ContainsKey($longer)) { $before = $longer }
  }
  # Nothing offered: PowerShell completes paths then.
  if ($values.ContainsKey($previous)) {
    $offers = $values[$previous]
  } elseif ($word -like '-*' -or
    ($next[$before].words.Count -eq 0 -and -not $next[$before].paths)) {
    $offers = $next[$before].flags
  } else {
    $offers = $next[$before].words
  }
  $offers.GetEnumerator() | Where-Object { $_.Key -like "$word*" } |
    Sort-Object Key | ForEach-Object {
      $about = if ($_.Value) { $_.Value } else { $_.Key }
      [System.Management.Automation.CompletionResult]::new(
        $_.Key, $_.Key, 'ParameterValue', $about)
    }
}
`;
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

const table = (offers: readonly Offer[]) =>
  `@{ ${
    offers.map(({ word, about }) => `${quote(word)} = ${quote(about)}`)
      .join("; ")
  } }`;

function valueRow([flag, values]: readonly [string, Values]): string {
  const words = typeof values === "string" ? [] : values;
  return `    ${quote(flag)} = ${
    table(words.map((word) => ({ word, about: "" })))
  }`;
}
