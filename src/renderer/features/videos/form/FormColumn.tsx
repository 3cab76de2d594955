import {
  baseOf,
  type Orientation,
  orientationOf,
  videoCopies,
  videoDurations,
} from '../../../../shared/video-models.ts'
import { Button } from '../../../components/Button.tsx'
import classes from '../../../components/forms/form-column.module.css'
import { MediaForm } from '../../../components/media-form/MediaForm.tsx'
import { SegmentsField } from '../../../components/media-form/SegmentsField.tsx'
import { SubmitTrouble } from '../../../components/media-form/SubmitTrouble.tsx'
import { ModelSelect } from '../../../components/model-picker/ModelSelect.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { promptTitle } from '../../../platform/line-text.ts'
import { videoErrorWords } from '../error-words.ts'
import { chosenOrientation } from '../form.ts'
import { changeForm } from '../form-draft.ts'
import { focusPrompt } from '../panel-actions.ts'
import { bringBackPrompt, submitVideos } from '../submit.ts'
import { pickedModels, useVideoTarget } from '../target.ts'
import { useVideos } from '../videos-store.ts'
import { FirstPictureField } from './FirstPictureField.tsx'
import own from './Form.module.css'
import { PermissionNote } from './PermissionNote.tsx'
import { PriceField } from './PriceField.tsx'
import { PromptField } from './PromptField.tsx'
import { SubmitButton } from './SubmitButton.tsx'

/** The form for new videos. */
export function FormColumn() {
  const { t } = useTranslation()
  return (
    <MediaForm title={t('videos.title')} label={t('videos.form')} onSubmit={() => void submitVideos()}>
      <PromptField />
      <FirstPictureField />
      <ModelField />
      <OrientationField />
      <DurationField />
      <CopiesField />
      <PriceField />
      <SubmitButton />
      <SubmittedNote />
      <Trouble />
      <PermissionNote />
      <p className={classes.hint}>{t('videos.goesOn')}</p>
    </MediaForm>
  )
}

function Trouble() {
  const { t } = useTranslation()
  const error = useVideos((state) => state.submitError)
  const problem = useVideos((state) => state.problem)
  return (
    <SubmitTrouble
      error={error}
      problem={problem}
      titleOf={(shown) => videoErrorWords(t, shown)}
      lead={t('videos.notTaken')}
      place={{ where: 'video', hasText: false }}
      on={{
        retry: () => void submitVideos(),
        changePrompt: focusPrompt,
        chooseModel: () => useVideos.setState({ pickerOpen: true }),
      }}
      onDismiss={() => useVideos.setState({ submitError: null, problem: null })}
    />
  )
}

/** Field for the length of the video. */
function DurationField() {
  const { t } = useTranslation()
  const duration = useVideos((state) => state.form.duration)
  return (
    <SegmentsField
      label={t('videos.duration')}
      value={duration}
      options={videoDurations.map((value) => ({ value, words: t('videos.seconds', { seconds: value }) }))}
      onChoose={(value) => changeForm({ duration: value })}
    />
  )
}

/** Field for the number of videos of each prompt. */
function CopiesField() {
  const { t } = useTranslation()
  const copies = useVideos((state) => state.form.copies ?? 1)
  const asList = useVideos((state) => state.form.asList)
  return (
    <SegmentsField
      label={t(asList ? 'videos.copiesPerLine' : 'videos.copies')}
      value={copies}
      options={videoCopies.map((value) => ({ value, words: String(value) }))}
      onChoose={(value) => changeForm({ copies: value })}
    />
  )
}

/** A confirmation of a submission; it offers the prompt again while the field is empty. */
function SubmittedNote() {
  const { t } = useTranslation()
  const submitted = useVideos((state) => state.submitted)
  const empty = useVideos((state) => state.form.text === '')
  if (submitted === null || !empty) return null
  const { count, text } = submitted
  return (
    <div className={own.submitted} role="status">
      <span>
        {count === 1
          ? t('videos.formSubmitted', { title: promptTitle(text, 40) })
          : t('videos.formSubmittedMany', { number: count })}
      </span>
      <Button size="small" onClick={bringBackPrompt}>
        {t('videos.useAgain')}
      </Button>
    </div>
  )
}

/** Field for connection and model; the orientation has its own field. */
function ModelField() {
  const { t } = useTranslation()
  const opened = useVideos((state) => state.pickerOpen)
  const { connection, base } = useVideoTarget()
  return (
    <ModelSelect
      label={t('videos.model')}
      opened={opened}
      onOpened={(pickerOpen) => useVideos.setState({ pickerOpen })}
      connection={connection}
      model={base}
      kind="video"
      offer={pickedModels}
      onChoose={(connectionId, chosen) => {
        useVideos.setState({ submitError: null })
        // a full model name includes its orientation
        const typed = orientationOf(chosen) === 'landscape' ? { landscape: true } : {}
        changeForm({ connectionId, model: baseOf(chosen), ...typed })
      }}
    />
  )
}

const orientations = ['portrait', 'landscape'] as const satisfies readonly Orientation[]

/** Field for portrait or landscape; orientations missing in the catalogue are disabled. */
function OrientationField() {
  const { t } = useTranslation()
  const landscape = useVideos((state) => state.form.landscape)
  const { base, model } = useVideoTarget()
  const missing = orientations.filter((orientation) => model !== null && !model[orientation])
  const reason = t('videos.orientationMissing', { model: base })
  return (
    <SegmentsField
      label={t('videos.orientation')}
      value={chosenOrientation(landscape, model)}
      options={orientations.map((value) => ({
        value,
        words: t(`videos.${value}`),
        disabled: missing.includes(value) ? reason : undefined,
      }))}
      onChoose={(value) => changeForm({ landscape: value === 'landscape' })}
      hint={missing.length === 0 ? null : reason}
    />
  )
}
