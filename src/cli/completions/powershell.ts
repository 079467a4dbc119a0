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
      }; paths = ${paths && !isIdKind(paths) ? "$true" : "$false"}; ids = ${
        quote(isIdKind(paths) ? paths : "")
      } }`
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
  $kinds = @{
${[...flags].flatMap(kindRow).join("\n")}
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
  $kind = $next[$before].ids
  if ($values.ContainsKey($previous)) {
    $offers = $values[$previous]
    $kind = $kinds[$previous]
  } elseif ($word -like '-*' -or ($next[$before].words.Count -eq 0 -and
    -not $next[$before].paths -and -not $kind)) {
    $offers = $next[$before].flags
    $kind = ''
  } else {
    $offers = $next[$before].words
  }
  $found = $offers.GetEnumerator() | Sort-Object Key
  if ($kind) {
    $encoding = [Console]::OutputEncoding
    try {
      [Console]::OutputEncoding = [System.Text.Encoding]::UTF8
      $found = @(memory-keeper ids $kind 2> $null | ForEach-Object {
        $id, $title = $_ -split [char]9, 2
        [pscustomobject]@{ Key = $id; Value = $title }
      })
    } finally {
      [Console]::OutputEncoding = $encoding
    }
  }
  $found | Where-Object { $_.Key -like "$word*" } | ForEach-Object {
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

const kindRow = ([flag, values]: readonly [string, Values]) =>
  isIdKind(values) ? [`    ${quote(flag)} = ${quote(values)}`] : [];
