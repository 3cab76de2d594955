import type { TFunction } from 'i18next'
import { useLanguage } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { useSecond } from '../words/use-now.ts'

/** Context for words about a job. */
export interface Telling {
  readonly t: TFunction
  readonly language: string
  /** ms since 1970. */
  readonly now: number
}

interface TickingWordsProps<Job> {
  readonly job: Job
  readonly words: (telling: Telling, job: Job) => string
}

/** The state of an active job in words, which change every second. */
export function TickingWords<Job>({ job, words }: TickingWordsProps<Job>) {
  const { t } = useTranslation()
  const language = useLanguage()
  const now = useSecond()
  return <span>{words({ t, language, now }, job)}</span>
}
