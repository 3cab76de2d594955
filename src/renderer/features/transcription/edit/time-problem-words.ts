import type { TFunction } from 'i18next'
import type { TimeProblem } from './segment-times.ts'
import { timeText } from './time-text.ts'

/** Says why times cannot be set, and what to do. */
export function timeProblemWords(t: TFunction, problem: TimeProblem): string {
  switch (problem.kind) {
    case 'unreadable':
      return t('transcription.times.unreadable')
    case 'half':
      return t('transcription.times.half')
    case 'order':
      return t('transcription.times.order')
    case 'beyond':
      return t('transcription.times.beyond', { time: timeText(problem.at) })
    case 'before':
      return t('transcription.times.before', { time: timeText(problem.at) })
    case 'after':
      return t('transcription.times.after', { time: timeText(problem.at) })
    default:
      return problem satisfies never
  }
}
