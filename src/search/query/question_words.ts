/**
 * What makes a question a question, in the languages we know. It is left out of
 * what is asked only: in what was said these words cost nothing.
 */

const ENGLISH = new Set(
  ("say says said saying tell tells told mention mentions mentioned ask asks " +
    "asked remember exactly exact currently originally initially specifically " +
    "overall walk describe").split(" "),
);

const KOREAN =
  /^(?:어떻게|왜|뭐.*|뭘.*|무엇.*|무슨|언제|어디.*|누가|누구.*|얼마.*|몇|어느|어떤|했.*|그랬.*|였.*|있[어나었는].*|기억나|것.*|거|때|그거|그건|우리|하[나지]|돼|되나|알려줘|말해줘|있지)$/;

/** Chinese grammar; in Japanese some of these are parts of nouns. */
const CHINESE =
  /[的了吗呢吧么什怎哪谁们这那]|^[是在就都也和与之我你他会要要能被把]{2}$/;
const JAPANESE_QUESTION = /^[何誰件]$|^理由$|^何[回人秒日分]$/;
const KANA = /[\u3040-\u30ff]/;

export function questionWords(
  text: string,
): (word: string, typed: string) => boolean {
  const isJapanese = KANA.test(text);
  return (word, typed) => {
    if (/^[a-z]/.test(word)) return ENGLISH.has(word);
    if (/^[\uac00-\ud7a3]/.test(typed)) return KOREAN.test(typed);
    return isJapanese ? JAPANESE_QUESTION.test(typed) : CHINESE.test(typed);
  };
}
