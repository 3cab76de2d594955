import { picturesMax } from '../../../../shared/chat-limits.ts'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { RefusedFiles } from '../../../components/window/RefusedFiles.tsx'
import { errorTitle } from '../../../platform/errors/error-title.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { sendComposer } from '../actions/answer-actions.ts'
import { useChat } from '../state/chat-store.ts'
import { ModelDoubtNote } from './ModelDoubtNote.tsx'

/** The reason why the message was not sent, and the refused pictures. */
export function SendErrors({ onChooseFiles }: { onChooseFiles: () => void }) {
  const { t } = useTranslation()
  const sendError = useChat((state) => state.sendError)
  const failures = useChat((state) => state.pictureFailures)
  return (
    <>
      <ModelDoubtNote />
      {sendError === null ? null : (
        <ErrorNote
          error={sendError}
          lead={t('composer.sendFailed')}
          place={{ where: 'send', hasText: false }}
          on={{
            retry: () => void sendComposer(),
            chooseModel: () => useChat.setState({ pickerOpen: true }),
            edit: () => useChat.setState((state) => ({ sendError: null, draft: { ...state.draft, focus: true } })),
          }}
        />
      )}
      {failures.length === 0 ? null : (
        <RefusedFiles
          files={failures.map(({ name, error, tooMany }) => ({
            name,
            reason: tooMany ? t('composer.tooMany', { count: picturesMax }) : errorTitle(t, error),
          }))}
          action={{ label: t('steps.chooseFile'), run: onChooseFiles }}
          onDismiss={() => useChat.setState({ pictureFailures: [] })}
        />
      )}
    </>
  )
}
