/** What a model may be able to do beyond text: take pictures, think before it answers, call tools. */
export const modelAbilities = ['sees', 'thinks', 'tools'] as const
export type ModelAbility = (typeof modelAbilities)[number]

export type AbilityAnswer = 'yes' | 'no'

/** What the user said about models, by ability and model: the setting `modelAbilityOf`. */
export type AbilityTable = Readonly<Record<string, AbilityAnswer>>

/** What the user said about an ability of a model; null where they said nothing. Capitals do not matter. */
export function ownAbility(table: AbilityTable, model: string, ability: ModelAbility): AbilityAnswer | null {
  const key = keyOf(model, ability)
  return Object.hasOwn(table, key) ? (table[key] ?? null) : null
}

/** The table with another answer about an ability of a model; null removes it. */
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
