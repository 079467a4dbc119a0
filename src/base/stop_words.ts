/**
 * Words that say nothing about what is looked for. They are in neither index
 * nor query. Words that mean something to a developer stay, whatever lists of
 * stop words say: "not", "off", "before", "after", "all", "down".
 */

const ENGLISH = `
a about above actually again also am an and any anybody anyone anything are
around as at be because been being below between both but by can cannot could
did do does doing done during each either etc ever every for from further get
gets getting give given go goes going got had has have having he hence her here
hers him his how however i if in instead into is it its itself just kind let
lets like made make makes many may maybe me might more most much must my myself
neither no nor now of often on once one only onto or other others otherwise our
ours out over own perhaps please quite rather really remind same she should so
some somebody someone something still such than that the their them then there
these they thing things this those though through thus to together too under
until upon us very via was we were what whatever when where whether which while
who whom whose why will with within without would yes yet you your yours
don doesn didn isn wasn aren weren won wouldn shouldn couldn hasn haven hadn ain
ve ll re im youre thats whats dont doesnt didnt cant wont ok okay
`;

export const STOP_WORDS: ReadonlySet<string> = new Set(
  ENGLISH.trim().split(/\s+/),
);
