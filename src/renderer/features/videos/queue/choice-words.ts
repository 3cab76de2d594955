import type { TFunction } from 'i18next'
import type { VideoStep } from './video-card.ts'

/** Returns the label of an action's button. */
export function choiceWords(t: TFunction, choice: VideoStep): string {
  switch (choice) {
    case 'save':
      return t('videos.saveAs')
    case 'readAgain':
      return t('kept.readAgain')
    case 'tryAgain':
      return t('steps.retry')
    case 'openConnection':
      return t('steps.openConnections')
    case 'chooseModel':
    case 'copyLink':
    case 'openDataFolder':
      return t(`steps.${choice}`)
    case 'cancel':
    case 'askNow':
    case 'askAgain':
    case 'fetchAgain':
    case 'sendAgain':
    case 'resubmit':
    case 'edit':
    case 'moveTop':
    case 'moveUp':
    case 'moveDown':
    case 'copyPrompt':
    case 'copyDetails':
    case 'delete':
      return t(`videos.${choice}`)
    default:
      return choice satisfies never
  }
}
