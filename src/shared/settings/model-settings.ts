import { windowMax } from '../parameter-limits.ts'
import type { SettingField } from './setting-field.ts'

/** Statements of the user about models, and records of their use. */
export const modelSettings = {
  /** Context window in tokens, by model, as entered by the user. */
  modelWindowOf: {
    kind: 'own-table',
    keyMax: 300,
    values: { min: 1, max: windowMax },
    initial: {},
    page: null,
    label: null,
    hint: null,
  },
  /** Abilities of models as stated by the user: `yes` or `no` by ability and model (`model-abilities.ts`). */
  modelAbilityOf: {
    kind: 'own-table',
    keyMax: 310,
    values: ['yes', 'no'],
    initial: {},
    page: null,
    label: null,
    hint: null,
  },
  /** When models were marked as favourites, ms since 1970, by their ids. */
  favouriteModels: {
    kind: 'own-table',
    keyMax: 300,
    values: { min: 0, max: 8_640_000_000_000_000 },
    initial: {},
    page: null,
    label: null,
    hint: null,
  },
  /** When models were last chosen, ms since 1970, by their ids. */
  usedModels: {
    kind: 'own-table',
    keyMax: 300,
    values: { min: 0, max: 8_640_000_000_000_000 },
    initial: {},
    page: null,
    label: null,
    hint: null,
  },
  /**
   * When a gateway last answered that a model does not exist, ms since 1970, by connection and model
   * (`refused-models.ts`).
   */
  refusedModels: {
    kind: 'own-table',
    keyMax: 401,
    values: { min: 0, max: 8_640_000_000_000_000 },
    initial: {},
    page: null,
    label: null,
    hint: null,
  },
} as const satisfies Readonly<Record<string, SettingField>>
