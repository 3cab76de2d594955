/** What a model may be able to do beyond text: take pictures, think before it answers, call tools. */
export const modelAbilities = ['sees', 'thinks', 'tools'] as const
export type ModelAbility = (typeof modelAbilities)[number]

/** What the person said about models, by ability and model: the setting `modelAbilityOf`. */
export type AbilityTable = Readonly<Record<string, 'yes' | 'no'>>

/** What the person said about an ability of a model; null where they said nothing. Capitals do not matter. */
export function ownAbility(table: AbilityTable, model: string, ability: ModelAbility): boolean | null {
  const key = keyOf(model, ability)
  return Object.hasOwn(table, key) ? table[key] === 'yes' : null
}

/** The table with another word on an ability of a model; null removes it. */
export function withAbility(
  table: AbilityTable,
  model: string,
  ability: ModelAbility,
  value: boolean | null,
): Record<string, 'yes' | 'no'> {
  const key = keyOf(model, ability)
  const others = Object.entries(table).filter(([other]) => other !== key)
  return Object.fromEntries(value === null ? others : [...others, [key, value ? 'yes' : 'no']])
}

function keyOf(model: string, ability: ModelAbility): string {
  return `${ability} ${model.toLowerCase()}`
}
