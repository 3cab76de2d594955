import { ArrowLeftToLine, ArrowRightToLine } from 'lucide-react'
import { IconButton } from '../../../components/IconButton.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useTitled } from '../../../platform/shortcuts.ts'
import { usePlay } from '../play/player.ts'
import { useTranscription } from '../transcription-store.ts'
import classes from './SegmentTimes.module.css'
import type { TimeProblem, TypedTimes } from './segment-times.ts'
import { timeProblemWords } from './time-problem-words.ts'

interface SegmentTimesProps {
  readonly typed: TypedTimes
  readonly problem: TimeProblem | null
  /** Id of the sentence about the problem. */
  readonly problemId: string
  readonly onType: (change: Partial<TypedTimes>) => void
  /** Sets a time to the playback position. */
  readonly onHere: (side: keyof TypedTimes) => void
}

const sides = [
  { side: 'from', label: 'start', here: 'startHere', shortcut: 'segmentStart', icon: ArrowLeftToLine },
  { side: 'to', label: 'end', here: 'endHere', shortcut: 'segmentEnd', icon: ArrowRightToLine },
] as const

/** Fields for start and end of a segment, each with a button that uses the playback position. */
export function SegmentTimes({ typed, problem, problemId, onType, onHere }: SegmentTimesProps) {
  const { t } = useTranslation()
  const titled = useTitled()
  const unplayable = usePlay((state) => state.failed)
  const hasSource = useTranscription((state) => state.open?.summary.source != null)
  return (
    <div className={classes.times}>
      {sides.map(({ side, label, here, shortcut, icon }) => {
        const words = t(`transcription.times.${here}`)
        return (
          <div key={side} className={classes.side}>
            <span aria-hidden="true">{t(`transcription.times.${label}`)}</span>
            <input
              autoComplete="off"
              data-time={side}
              aria-label={t(`transcription.times.${label}`)}
              aria-invalid={problem !== null}
              aria-describedby={problem === null ? undefined : problemId}
              placeholder="0:00.000"
              spellCheck={false}
              maxLength={20}
              value={typed[side]}
              onChange={(event) => onType({ [side]: event.currentTarget.value })}
            />
            <IconButton
              icon={icon}
              words={words}
              title={titled(words, shortcut)}
              iconSize={15}
              size="small"
              disabled={!hasSource || unplayable}
              onClick={() => onHere(side)}
            />
          </div>
        )
      })}
      {problem === null ? null : (
        <p id={problemId} className={classes.problem} role="alert">
          {timeProblemWords(t, problem)}
        </p>
      )}
    </div>
  )
}
