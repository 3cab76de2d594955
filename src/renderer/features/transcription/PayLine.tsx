import type { TranscriptionTarget } from '../../../shared/transcript.ts'
import { elapsedWords } from '../../components/words/figure-words.ts'
import { moneyWords } from '../../components/words/money-words.ts'
import { Unbroken } from '../../components/words/Unbroken.tsx'
import { useLanguage } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { useMoney } from '../../platform/money-store.ts'
import { soundCost } from './sound-cost.ts'

/** The length of sound that is paid for, and its price; null is an unknown length. */
export function PayLine({ target, soundMs }: { target: TranscriptionTarget; soundMs: number | null }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const prices = useMoney((state) => state.prices)
  const cost = soundCost(prices, target, soundMs)
  const { model } = target
  const price = cost === null ? '' : moneyWords(language, cost.money)
  if (soundMs === null)
    return (
      <p>
        <Unbroken
          text={t(cost === null ? 'transcription.pay.unknownLength' : 'transcription.pay.perMinute', { model, price })}
        />
      </p>
    )
  const time = elapsedWords(soundMs)
  return (
    <p>
      <Unbroken
        text={t(cost === null ? 'transcription.pay.unknown' : 'transcription.pay.price', { model, price, time })}
      />
    </p>
  )
}
