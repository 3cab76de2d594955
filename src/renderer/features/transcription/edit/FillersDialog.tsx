import { useMemo, useState } from 'react'
import type { Transcript } from '../../../../shared/transcript.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import dialog from '../../../components/dialog/dialog.module.css'
import { Form } from '../../../components/forms/Form.tsx'
import layout from '../../../components/layout.module.css'
import { codeOf } from '../../../components/words/language-names.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useTranscription } from '../transcription-store.ts'
import type { Segments } from './edit.ts'
import { changeSegments } from './edit-actions.ts'
import classes from './FillersDialog.module.css'
import { type FillerWord, fillerCounts, fillersIn, fillerWords, removeFillers, sureFillers } from './fillers.ts'

/** Number of changed segments that are shown. */
const shownMax = 50

/** A dialog that removes fillers from the open transcript, after a preview. */
export function FillersDialog({ transcript }: { transcript: Transcript }) {
  const { t } = useTranslation()
  const isOpen = useTranscription((state) => state.removingFillers)
  const close = () => useTranscription.setState({ removingFillers: false })
  return (
    <Dialog opened={isOpen} onClose={close} title={t('transcription.fillers.title')} size="large">
      {isOpen ? <FillersForm transcript={transcript} onDone={close} /> : null}
    </Dialog>
  )
}

function FillersForm({ transcript, onDone }: { transcript: Transcript; onDone: () => void }) {
  const { t } = useTranslation()
  const { segments, summary } = transcript
  const counts = useMemo(() => fillerCounts(segments), [segments])
  const [chosen, setChosen] = useState(() => sureFillers(summary.language === null ? null : codeOf(summary.language)))
  const offered = fillerWords.filter(({ word }) => counts.has(word))
  const count = offered.reduce((sum, { word }) => sum + (chosen.has(word) ? (counts.get(word) ?? 0) : 0), 0)
  if (offered.length === 0)
    return (
      <>
        <p className={dialog.text}>{t('transcription.fillers.none')}</p>
        <DialogFoot onCancel={onDone} cancel={t('app.close')} cancelFocused />
      </>
    )
  const toggle = (word: FillerWord) => {
    const next = new Set(chosen)
    if (!next.delete(word)) next.add(word)
    setChosen(next)
  }
  return (
    <Form
      isReady={count > 0}
      onSend={() => {
        changeSegments((present) => removeFillers(present, chosen))
        onDone()
      }}
    >
      <fieldset className={classes.words} aria-label={t('transcription.fillers.words')}>
        {offered.map(({ word }, index) => (
          <label key={word}>
            <input
              type="checkbox"
              data-autofocus={index === 0 || undefined}
              checked={chosen.has(word)}
              onChange={() => toggle(word)}
            />
            <span>{`${word} (${counts.get(word) ?? 0})`}</span>
          </label>
        ))}
      </fieldset>
      <Preview segments={segments} chosen={chosen} />
      <DialogFoot onCancel={onDone} submit={t('transcription.fillers.remove', { count })} disabled={count === 0} />
    </Form>
  )
}

/** The segments that change, with what is removed struck out. */
function Preview({ segments, chosen }: { segments: Segments; chosen: ReadonlySet<FillerWord> }) {
  const { t } = useTranslation()
  const changed = useMemo(
    () => segments.filter(({ text }) => fillersIn(text).some(({ word }) => chosen.has(word))),
    [segments, chosen],
  )
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by keyboard */}
      <ul className={`${layout.list} ${classes.preview}`} aria-label={t('transcription.preview')} tabIndex={0}>
        {changed.slice(0, shownMax).map(({ id, text }) => (
          <li key={id}>{struck(text, chosen)}</li>
        ))}
      </ul>
      {changed.length <= shownMax ? null : (
        <p className={dialog.text}>{t('transcription.fillers.more', { count: changed.length - shownMax })}</p>
      )}
    </>
  )
}

function struck(text: string, chosen: ReadonlySet<FillerWord>) {
  const removed = fillersIn(text).filter(({ word }) => chosen.has(word))
  return [
    ...removed.flatMap(({ end, start }, index) => [
      text.slice(index === 0 ? 0 : removed[index - 1]?.end, start),
      <del key={start}>{text.slice(start, end)}</del>,
    ]),
    text.slice(removed.at(-1)?.end ?? 0),
  ]
}
