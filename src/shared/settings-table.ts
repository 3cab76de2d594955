import { appearanceSettings } from './settings/appearance-settings.ts'
import { chatSettings } from './settings/chat-settings.ts'
import { layoutSettings } from './settings/layout-settings.ts'
import { mediaSettings } from './settings/media-settings.ts'
import { modelSettings } from './settings/model-settings.ts'
import type { SettingField } from './settings/setting-field.ts'
import { upkeepSettings } from './settings/upkeep-settings.ts'

// No schemas here, because the page reads this table at run time; `settings.ts` derives the schemas.

/** Every setting except connections; add a new one to one of these tables. */
export const settingsTable = {
  ...appearanceSettings,
  ...chatSettings,
  ...mediaSettings,
  ...modelSettings,
  ...upkeepSettings,
  ...layoutSettings,
} as const satisfies Readonly<Record<string, SettingField>>

type Table = typeof settingsTable

/** The type of a field's value. */
type ValueOf<F> = F extends { readonly kind: 'choice'; readonly options: readonly { readonly value: infer V }[] }
  ? V
  : F extends { readonly kind: 'number' }
    ? number
    : F extends { readonly kind: 'switch' }
      ? boolean
      : F extends { readonly kind: 'own-table'; readonly values: readonly (infer V)[] }
        ? Record<string, V>
        : F extends { readonly kind: 'own-table'; readonly values: { readonly textMax: number } }
          ? Record<string, string>
          : Record<string, number>

export type Settings = { readonly [K in keyof Table]: ValueOf<Table[K]> }

/** A change to some settings; undefined leaves a value unchanged. */
export type SettingsPatch = { readonly [K in keyof Settings]?: Settings[K] | undefined }

/** The settings whose field is of one kind. */
export type SettingOf<Kind extends SettingField['kind']> = {
  [K in keyof Table]: Table[K] extends { readonly kind: Kind } ? K : never
}[keyof Table]

/** Applies a patch to the settings; does not check the values. */
export function withPatch(before: Settings, patch: SettingsPatch): Settings {
  return { ...before, ...given(patch) }
}

// The overload removes `undefined` from the value types.
function given<T extends object>(patch: T): { [K in keyof T]: Exclude<T[K], undefined> }
function given(patch: object): object {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
}
