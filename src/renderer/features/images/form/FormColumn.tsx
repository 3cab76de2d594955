import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import classes from '../../../components/form-column.module.css'
import { onSubmitKey } from '../../../components/submit-key.ts'
import { pageError } from '../../../platform/errors/page-error.ts'
import { generate } from '../generate.ts'
import { JobNotes } from '../jobs/JobNotes.tsx'
import { focusPrompt } from '../studio-actions.ts'
import { useStudio } from '../studio-store.ts'
import { CountField } from './CountField.tsx'
import { FormatField } from './FormatField.tsx'
import { GenerateButton } from './GenerateButton.tsx'
import { ModelField } from './ModelField.tsx'
import { PromptField } from './PromptField.tsx'
import { QualityField } from './QualityField.tsx'
import { SizeField } from './SizeField.tsx'
import { SourceField } from './SourceField.tsx'

/** What is to be made, and how. */
export function FormColumn() {
  const { t } = useTranslation()
  const editing = useStudio((state) => state.form.source !== null)
  const notes = useRef<HTMLUListElement>(null)
  return (
    <aside className={classes.column} aria-label={t('images.form')} onKeyDown={onSubmitKey(() => void generate())}>
      <div className={classes.bar}>
        <h1>{t('images.title')}</h1>
      </div>
      <div className={classes.scroller}>
        <PromptField />
        <SourceField />
        <ModelField />
        <SizeField />
        <div className={classes.pair}>
          {editing ? null : <QualityField />}
          <CountField />
        </div>
        {editing ? null : <FormatField />}
        <GenerateButton notes={notes} />
        <SubmitTrouble />
        <JobNotes list={notes} />
      </div>
    </aside>
  )
}

function SubmitTrouble() {
  const error = useStudio((state) => state.submitError)
  const problem = useStudio((state) => state.problem)
  const { t } = useTranslation()
  const shown = problem === 'connection' ? pageError('no_connection', 'no connection in the list') : error
  if (shown === null) return null
  return (
    <ErrorNote
      error={shown}
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
