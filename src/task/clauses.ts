const sentences = /(?<=[.!?;])\s+|[。！？；\n]+/;
/** The separators of clauses: punctuation, except the dot of a file name, and words that introduce another action. */
const clauses =
  /[,:()，：（）]+|\s[–—-]\s|\.(?=\s|$)|\b(?:and|then)\b|然后|并且|接着|(?<![合吞兼])并(?![非不无没行列发排购])/i;
const conditional =
  /\b(?:if|any|unless|whether|optional(?:ly)?|as needed|(?:when|where|if) (?:needed|necessary))\b|如果|如有|若|假如|除非|必要|需要时|视情况|可选|任何/i;

/** The beginning of an English clause before its verb, as a pattern: a list marker or number, and "please". */
export const clauseOpening = /^\W{0,4}(?:\d{1,3}[.)]\s*)?(?:please\s+)?/.source;
/** The beginning of a Chinese clause before its verb, as a pattern. */
export const chineseOpening =
  /^[^\p{L}\d]{0,4}(?:\d{1,3}[.、)]\s*)?(?:请|先|再|最后|首先|同时|随后|并|帮我|替我|为我)*\s*/u.source;

/** Returns the clauses of a step's description, without those of a sentence that states a condition. */
export function clausesOf(description: string): string[] {
  return description
    .split(sentences)
    .filter((sentence) => !conditional.test(sentence))
    .flatMap((sentence) => sentence.split(clauses));
}
