import type { TFunction } from 'i18next'
import { showSettings } from '../../platform/navigation.ts'

interface Target {
  /** The connection; null when no gateway is connected. */
  readonly connection: { readonly id: string } | null
  /** Id of the model; empty when none is chosen. */
  readonly model: string
}

/** Returns the name of the chosen model, or the first step towards choosing one. */
export function modelWords(t: TFunction, { connection, model }: Target): string {
  if (model !== '') return model
  return connection === null ? t('models.connect') : t('models.choose')
}

/** Opens the model list; without a gateway, opens the connection settings. */
export function openModels({ connection }: Target, open: () => void): void {
  if (connection === null) showSettings('connections')
  else open()
}
