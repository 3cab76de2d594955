import { useMemo, useState } from 'react'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { Note } from '../../../components/Note.tsx'
import { useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { startsOf } from '../storyboard/film-time.ts'
import { cueLayout, roomOf } from './cue-layout.ts'
import { shiftedCues } from './cue-times.ts'
import { LookFields } from './LookFields.tsx'
import { SavingProgress, SubtitlesProblemNote } from './SavingSubtitles.tsx'
import classes from './Subtitles.module.css'
import { SubtitlesPreview } from './SubtitlesPreview.tsx'
import { closeSubtitles, type SubtitledFilm, useSubtitles } from './subtitles-store.ts'
import { TextFields, useTextChoice } from './TextFields.tsx'
import { TranscriptChoice } from './TranscriptChoice.tsx'
import { useBurntCues } from './use-cues.ts'
import { useSubtitlesSaving } from './use-subtitles-saving.ts'

/** The dialog that burns subtitles into a film. */
export function SubtitlesDialog() {
  const film = useSubtitles((state) => state.film)
  return film === null ? null : <FilmDialog film={film} />
}

function FilmDialog({ film }: { readonly film: SubtitledFilm }) {
  const { t } = useTranslation()
  const work = useSubtitlesSaving(film)
  // the first Escape cancels, so that it never loses both the work and the choices
  const close = work.saving === null ? closeSubtitles : work.cancel
  return (
    <Dialog opened onClose={close} title={t('subtitles.title')} size="wide">
      <SubtitlesForm film={film} work={work} onClose={close} />
    </Dialog>
  )
}

interface SubtitlesFormProps {
  readonly film: SubtitledFilm
  readonly work: ReturnType<typeof useSubtitlesSaving>
  readonly onClose: () => void
}

function SubtitlesForm({ film, onClose, work }: SubtitlesFormProps) {
  const { t } = useTranslation()
  const size = useApp((state) => state.settings.subtitleSize)
  const place = useApp((state) => state.settings.subtitlePlace)
  const [transcriptId, setTranscriptId] = useState<string | null>(null)
  const [offset, setOffset] = useState(0)
  const [agreed, setAgreed] = useState(false)
  const text = useTextChoice(transcriptId)
  const room = roomOf(cueLayout(film.size, { size }))
  const answer = useBurntCues({ transcriptId, noteId: text.noteId, bilingual: text.bilingual, room })
  const found = answer !== null && 'cues' in answer ? answer : null
  const isUnread = answer !== null && found === null
  const seconds = startsOf(film.clips).at(-1) ?? 0
  const subtitles = useMemo(() => {
    const cues = shiftedCues(found?.cues ?? [], offset).filter(({ from }) => from < seconds)
    return { cues, style: { size, place } }
  }, [found, offset, seconds, size, place])
  const mustAgree = found?.estimated === true && !agreed
  const isReady = subtitles.cues.length > 0 && !mustAgree && work.saving === null
  return (
    <Form isReady={isReady} onSend={() => void work.save(subtitles)}>
      <fieldset className={classes.fields} disabled={work.saving !== null} aria-label={t('subtitles.choices')}>
        <div className={classes.column}>
          <TranscriptChoice mediaIds={film.mediaIds} chosenId={transcriptId} onChoose={setTranscriptId} />
          <TextFields choice={text} />
          {found?.estimated === true ? (
            <label className={classes.tick}>
              <input type="checkbox" checked={agreed} onChange={() => setAgreed(!agreed)} />
              <span>{t('subtitles.estimated')}</span>
            </label>
          ) : null}
        </div>
        <div className={classes.column}>
          <SubtitlesPreview key={transcriptId} film={film} subtitles={subtitles} />
          {isUnread ? <Note>{t('subtitles.listFailed')}</Note> : null}
          {found !== null && subtitles.cues.length === 0 ? (
            <p className={classes.hint} role="status">
              {t('subtitles.noneInside')}
            </p>
          ) : null}
          <LookFields onOffset={setOffset} />
        </div>
      </fieldset>
      <SubtitlesProblemNote problem={work.problem} isSingle={film.owner.kind === 'video'} onDismiss={work.dismiss} />
      {work.saving === null ? (
        <DialogFoot onCancel={onClose} submit={t('subtitles.save')} disabled={!isReady} />
      ) : (
        <SavingProgress part={work.saving} onCancel={work.cancel} />
      )}
    </Form>
  )
}
