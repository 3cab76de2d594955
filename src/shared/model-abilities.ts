/** Abilities beyond text: accepting pictures, thinking before the answer, calling tools. */
export const modelAbilities = ['sees', 'thinks', 'tools'] as const
export type ModelAbility = (typeof modelAbilities)[number]

export type AbilityAnswer = 'yes' | 'no'

/** The user's statements about models, by ability and model: the setting `modelAbilityOf`. */
export type AbilityTable = Readonly<Record<string, AbilityAnswer>>

/** Returns the user's statement about a model's ability; null if there is none. Ignores case. */
export function ownAbility(table: AbilityTable, model: string, ability: ModelAbility): AbilityAnswer | null {
  const key = keyOf(model, ability)
  return Object.hasOwn(table, key) ? (table[key] ?? null) : null
}

/** Returns the table with a new statement about a model's ability; null removes it. */
export function withAbility(
  table: AbilityTable,
  model: string,
  ability: ModelAbility,
  answer: AbilityAnswer | null,
): Record<string, AbilityAnswer> {
  const key = keyOf(model, ability)
  const others = Object.entries(table).filter(([other]) => other !== key)
  return Object.fromEntries(answer === null ? others : [...others, [key, answer]])
}

function keyOf(model: string, ability: ModelAbility): string {
  return `${ability} ${model.toLowerCase()}`
}
