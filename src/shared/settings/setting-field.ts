/**
 * A choice of a few values. Each has the locale key of its label, or an `own` name that is the same in every language.
 */
interface ChoiceField {
  readonly kind: 'choice'
  readonly options: readonly { readonly value: string; readonly words: string; readonly own?: string | null }[]
}

/** A number between two inclusive limits; an integer unless it has decimals. */
interface NumberField {
  readonly kind: 'number'
  /** Digits after the decimal point; absent for none. */
  readonly decimals?: number
  readonly min: number
  readonly max: number
  /** Step of an arrow key; absent means 1. */
  readonly step?: number
}

interface SwitchField {
  readonly kind: 'switch'
}

/** A table that the user fills: values by key of at most `keyMax` UTF-16 units. */
interface OwnTableField {
  readonly kind: 'own-table'
  readonly keyMax: number
  readonly values: readonly string[] | { readonly min: number; readonly max: number } | { readonly textMax: number }
}

/** One setting. */
export type SettingField = (ChoiceField | NumberField | SwitchField | OwnTableField) & {
  /** Value in a new installation. */
  readonly initial: unknown
  /** The settings page that shows it; null when it is set elsewhere in the app. */
  readonly page:
    | 'appearance'
    | 'chat'
    | 'images'
    | 'transcription'
    | 'videos'
    | 'backup'
    | 'spending'
    | 'updates'
    | null
  /** Locale keys of its name and of the hint below; null if it needs other texts. */
  readonly label: string | null
  readonly hint: string | null
}
