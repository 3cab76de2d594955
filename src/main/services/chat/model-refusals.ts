import { withoutRefusal, withRefusal } from '../../../shared/refused-models.ts'
import type { Clock } from '../../platform.ts'
import type { SettingsService } from '../app/settings-service.ts'
import type { EndedAnswer } from './answer-runner.ts'

interface RefusalParts {
  readonly settings: Pick<SettingsService, 'get' | 'updateSettings'>
  readonly clock: Pick<Clock, 'now'>
}

/** Remembers that a gateway lacks a model, so that no new chat begins with it. Forgets it once the model answers. */
export function noteRefusal({ settings, clock }: RefusalParts, { target, error, state }: EndedAnswer): void {
  if (target === null) return
  const before = settings.get().refusedModels
  if (error?.code === 'model_not_found')
    settings.updateSettings({ refusedModels: withRefusal(before, target, clock.now()) })
  else if (state === 'done') {
    const after = withoutRefusal(before, target)
    if (after !== before) settings.updateSettings({ refusedModels: after })
  }
}
