import type { TFunction } from 'i18next'
import { showSettings } from '../../platform/navigation.ts'

interface Target {
  /** Null where no gateway is connected. */
  readonly connection: { readonly id: string } | null
  /** Empty where none is chosen. */
  readonly model: string
}

/** The name of the chosen model, or what to do first. */
export function modelWords(t: TFunction, { connection, model }: Target): string {
  if (model !== '') return model
  return connection === null ? t('models.connect') : t('models.choose')
}

/** Opens the list of models; without a gateway, the settings where one is connected. */
export function openModels({ connection }: Target, open: () => void): void {
  if (connection === null) showSettings('connections')
  else open()
}
