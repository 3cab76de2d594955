/** Maximum number of facts in an answer. */
const factsMax = 5

/**
 * Answers requests for facts to remember: the sentences in the messages that speak of their author. Null for any other
 * conversation.
 */
export function answerMemory(system: string, user: string): string | null {
  if (!/^Find facts about the person\b/.test(system)) return null
  const messages = [...user.matchAll(/^(`{3,})message\n([\s\S]*?)\n\1$/gm)].map(([, , text = '']) => text)
  const facts = messages.flatMap(sentencesIn).filter((sentence) => /^(?:I|My|I'm)\s|^我/.test(sentence))
  return JSON.stringify([...new Set(facts)].slice(0, factsMax))
}

function sentencesIn(text: string): readonly string[] {
  return text.split(/(?<=[.!?。！？])\s*|\n/).map((sentence) => sentence.trim())
}

/** Returns a message without the facts before it, which are no wish of the user. */
export function withoutMemory(text: string): string {
  return text.replace(/^Facts that the person keeps [^\n]{0,1000}\n(`{3,})memory\n[\s\S]{0,20000}?\n\1(?:\n\n|$)/, '')
}
