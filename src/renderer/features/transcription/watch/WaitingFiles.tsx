import { X } from 'lucide-react'
import { useState } from 'react'
import type { WaitingFile, WatchedFolder } from '../../../../shared/watched-folder.ts'
import { Button } from '../../../components/Button.tsx'
import { swallowRepeat } from '../../../components/forms/swallow-repeat.ts'
import { IconButton } from '../../../components/IconButton.tsx'
import layout from '../../../components/layout.module.css'
import { elapsedWords, sizeWords } from '../../../components/words/figure-words.ts'
import { Line } from '../../../components/words/Line.tsx'
import { moneyWords, sumWords } from '../../../components/words/money-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useMoney } from '../../../platform/money-store.ts'
import { useTranscriptionTarget } from '../target.ts'
import classes from './WatchCard.module.css'
import { costOfFile, costOfFiles } from './waiting-cost.ts'
import { leaveFile, sendFiles } from './watch-actions.ts'

/** Number of recordings that are shown before the rest is unfolded. */
const shownFirst = 4

/** The waiting recordings, each with its price and a button, and one button for all. */
export function WaitingFiles({ folder: { waiting } }: { folder: WatchedFolder }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? waiting : waiting.slice(0, shownFirst)
  return (
    <>
      <ul className={layout.list} aria-label={t('transcription.watch.waiting')}>
        {shown.map((file) => (
          <Waiting key={file.id} file={file} />
        ))}
      </ul>
      <div className={classes.foot}>
        {waiting.length < 2 ? null : <SendAll files={waiting} />}
        {waiting.length <= shownFirst ? null : (
          <Button kind="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen
              ? t('transcription.watch.less')
              : t('transcription.watch.more', { count: waiting.length - shownFirst })}
          </Button>
        )}
      </div>
    </>
  )
}

function Waiting({ file }: { file: WaitingFile }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const prices = useMoney((state) => state.prices)
  const { connection, model } = useTranscriptionTarget()
  const { bytes, duration, name, reason } = file
  const cost = connection === null ? null : costOfFile(prices, { connectionId: connection.id, model }, file)
  const price = cost === null ? t('transcription.watch.noPrice') : moneyWords(language, cost)
  const length = duration === null ? sizeWords(language, bytes) : elapsedWords(duration)
  return (
    <li className={classes.file}>
      <div className={classes.row}>
        <div className={classes.words}>
          <span className={classes.name} title={name}>
            <Line text={name} />
          </span>
          <span className={classes.facts}>{`${length} · ${price}`}</span>
        </div>
        <Button
          size="small"
          aria-label={t('transcription.watch.sendOne', { name, price })}
          onClick={(event) => {
            swallowRepeat(event)
            void sendFiles([file])
          }}
        >
          {t('transcription.watch.send')}
        </Button>
        <IconButton
          icon={X}
          words={t('transcription.watch.leave', { name })}
          iconSize={15}
          size="small"
          onClick={() => void leaveFile(file)}
        />
      </div>
      {reason === 'press' ? null : <p className={classes.facts}>{t(`transcription.watch.reasons.${reason}`)}</p>}
    </li>
  )
}

function SendAll({ files }: { files: readonly WaitingFile[] }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const prices = useMoney((state) => state.prices)
  const { connection, model } = useTranscriptionTarget()
  const cost = connection === null ? null : costOfFiles(prices, { connectionId: connection.id, model }, files)
  const price =
    cost === null || cost.totals.length === 0 ? t('transcription.watch.noPrice') : sumWords(t, language, cost)
  return (
    <>
      <Button
        size="small"
        aria-label={t('transcription.watch.sendAllFor', { count: files.length, price })}
        onClick={(event) => {
          swallowRepeat(event)
          void sendFiles(files)
        }}
      >
        {t('transcription.watch.sendAll', { count: files.length })}
      </Button>
      <span className={classes.facts}>{price}</span>
    </>
  )
}
