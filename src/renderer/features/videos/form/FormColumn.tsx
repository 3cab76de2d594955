import { useTranslation } from 'react-i18next'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import classes from '../../../components/form-column.module.css'
import { onSubmitKey } from '../../../components/submit-key.ts'
import { pageError } from '../../../platform/errors/page-error.ts'
import { videoErrorWords } from '../error-words.ts'
import { focusPrompt } from '../panel-actions.ts'
import { submitVideos } from '../submit.ts'
import { useVideos } from '../videos-store.ts'
import { DurationField } from './DurationField.tsx'
import { ModelField } from './ModelField.tsx'
import { OrientationField } from './OrientationField.tsx'
import { PermissionNote } from './PermissionNote.tsx'
import { PriceField } from './PriceField.tsx'
import { PromptField } from './PromptField.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { SubmittedNote } from './SubmittedNote.tsx'

/** What is to be made, and how. */
export function FormColumn() {
  const { t } = useTranslation()
  return (
    <aside className={classes.column} aria-label={t('videos.form')} onKeyDown={onSubmitKey(() => void submitVideos())}>
      <div className={classes.bar}>
        <h1>{t('videos.title')}</h1>
      </div>
      <div className={classes.scroller}>
        <PromptField />
        <ModelField />
        <OrientationField />
        <DurationField />
        <PriceField />
        <SubmitButton />
        <SubmittedNote />
        <SubmitTrouble />
        <PermissionNote />
        <p className={classes.hint}>{t('videos.goesOn')}</p>
      </div>
    </aside>
  )
}

function SubmitTrouble() {
  const { t } = useTranslation()
  const error = useVideos((state) => state.submitError)
  const problem = useVideos((state) => state.problem)
  const shown = problem === 'connection' ? pageError('no_connection', 'no connection in the list') : error
  if (shown === null) return null
  return (
    <ErrorNote
      error={shown}
      title={videoErrorWords(t, shown)}
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
