/** English words whose forms no rule leads back to: built → build. */

const TABLE = `
begin began begun|bend bent|bind bound|bite bit bitten|blow blew blown
break broke broken|bring brought|build built|burn burnt|buy bought|catch caught
child children|choose chose chosen|come came|criterion criteria|deal dealt
draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen
feed fed|feel felt|fight fought|find found|flee fled|fly flew flown|foot feet
forget forgot forgotten|freeze froze frozen|grow grew grown|half halves|hang hung
hear heard|hide hid hidden|hold held|index indices|keep kept|know knew known
lead led|learn learnt|leaf leaves|lend lent|lose lost|man men|matrix matrices
mean meant|meet met|mouse mice|override overrode overridden|pay paid|person people
rebuild rebuilt|redo redid redone|rerun reran|resend resent|rewrite rewrote rewritten
ring rang rung|rise rose risen|run ran|seek sought|sell sold|send sent
shake shook shaken|shine shone|shoot shot|show shown|shrink shrank shrunk
sink sank sunk|sleep slept|slide slid|speak spoke spoken|speed sped|spend spent
spin spun|steal stole stolen|stick stuck|strike struck|swear swore
sweep swept|swim swam|swing swung|take took taken|teach taught|tear tore torn
think thought|throw threw thrown|tooth teeth|understand understood|undo undid undone
vertex vertices|wake woke woken|wear wore worn|win won|wind wound|withdraw withdrew
woman women|write wrote written|analysis analyses|hypothesis hypotheses
`;

let bases: ReadonlyMap<string, string> | undefined;

export function baseForm(word: string): string {
  bases ??= new Map(
    TABLE.trim().split(/[|\n]/).flatMap((row) => {
      const [base = "", ...forms] = row.split(" ");
      return forms.map((form) => [form, base] as const);
    }),
  );
  return bases.get(word) ?? word;
}
