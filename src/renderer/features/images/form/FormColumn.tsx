import { Check } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import classes from '../../../components/forms/form-column.module.css'
import { MediaForm } from '../../../components/media-form/MediaForm.tsx'
import { SegmentsField } from '../../../components/media-form/SegmentsField.tsx'
import { SubmitBar } from '../../../components/media-form/SubmitBar.tsx'
import { SubmitTrouble } from '../../../components/media-form/SubmitTrouble.tsx'
import { ModelSelect } from '../../../components/model-picker/ModelSelect.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { changeForm } from '../form-draft.ts'
import { generate } from '../generate.ts'
import { JobNotes } from '../jobs/JobNotes.tsx'
import { NotesBelow } from '../jobs/NotesBelow.tsx'
import { focusPrompt } from '../studio-actions.ts'
import { useStudio } from '../studio-store.ts'
import { useImageTarget } from '../target.ts'
import count from './CountField.module.css'
import { CountField } from './CountField.tsx'
import { MoreOptions } from './MoreOptions.tsx'
import { PromptField } from './PromptField.tsx'
import { SizeField } from './SizeField.tsx'
import { SourceField } from './SourceField.tsx'

/** The form of a new image. */
export function FormColumn() {
  const { t } = useTranslation()
  const notes = useRef<HTMLUListElement>(null)
  return (
    <MediaForm title={t('images.title')} label={t('images.form')} onSubmit={() => void generate()}>
      <PromptField />
      <SourceField />
      <ModelField />
      <SizeField />
      <div className={`${classes.pair} ${count.pair}`}>
        <QualityField />
        <CountField />
      </div>
      <MoreOptions />
      <GenerateButton notes={notes} />
      <Trouble />
      <JobNotes list={notes} />
    </MediaForm>
  )
}

function Trouble() {
  const error = useStudio((state) => state.submitError)
  const problem = useStudio((state) => state.problem)
  const { t } = useTranslation()
  return (
    <SubmitTrouble
      error={error}
      problem={problem}
      lead={t('images.notTaken')}
      place={{ where: 'image', hasText: false }}
      on={{
        retry: () => void generate(),
        changePrompt: focusPrompt,
        chooseModel: () => useStudio.setState({ pickerOpen: true }),
        chooseFile: () => useStudio.setState((state) => ({ chooseFile: state.chooseFile + 1 })),
        openMask: () => useStudio.setState((state) => ({ maskOpen: state.form.source !== null })),
      }}
      onDismiss={() => useStudio.setState({ submitError: null, problem: null })}
    />
  )
}

/** Model and connection for the image. */
function ModelField() {
  const { t } = useTranslation()
  const opened = useStudio((state) => state.pickerOpen)
  const { connection, model } = useImageTarget()
  return (
    <ModelSelect
      label={t('images.model')}
      opened={opened}
      onOpened={(pickerOpen) => useStudio.setState({ pickerOpen })}
      connection={connection}
      model={model}
      kind="image"
      onChoose={(connectionId, chosen) => {
        useStudio.setState({ submitError: null })
        changeForm({ type: 'changed', change: { connectionId, model: chosen } })
      }}
    />
  )
}

/**
 * Field for the quality; "Auto" leaves it to the gateway. Edits are sent without one, so it is disabled while there is
 * a source.
 */
function QualityField() {
  const { t } = useTranslation()
  const quality = useStudio((state) => state.form.quality)
  const disabled = useStudio((state) => (state.form.source === null ? undefined : t('images.qualityOfEdits')))
  return (
    <SegmentsField
      className={count.quality}
      label={t('images.quality')}
      value={disabled === undefined ? (quality ?? 'auto') : null}
      options={[
        { value: 'auto', words: t('images.auto'), disabled },
        { value: 'standard', words: t('images.standard'), disabled },
        { value: 'hd', words: t('images.hd'), disabled },
      ]}
      onChoose={(value) => changeForm({ type: 'changed', change: { quality: value === 'auto' ? null : value } })}
    />
  )
}

/** The button that sends the request and confirms it briefly. Several requests can run at once. */
function GenerateButton({ notes }: { notes: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation()
  const masking = useStudio((state) => state.maskOpen)
  const just = useStudio((state) => state.justSubmitted)
  const again = useStudio((state) => state.submitted === state.form)
  const confirms = just && again
  return (
    <SubmitBar
      onSubmit={() => void generate()}
      disabled={masking}
      hasKeys={!confirms}
      words={
        confirms ? (
          <>
            <Check size={16} aria-hidden="true" />
            {t('images.submitted')}
          </>
        ) : (
          t(again ? 'images.generateAgain' : 'images.generate')
        )
      }
    >
      {masking ? <p className={classes.hint}>{t('images.maskFirst')}</p> : null}
      <NotesBelow notes={notes} />
    </SubmitBar>
  )
}
