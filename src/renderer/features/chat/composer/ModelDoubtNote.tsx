import { Button } from '../../../components/Button.tsx'
import { Note } from '../../../components/Note.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useChat } from '../state/chat-store.ts'

/** Asks before a message is sent to a model that is known not to accept it. */
export function ModelDoubtNote() {
  const { t } = useTranslation()
  const asked = useChat((state) => state.doubted)
  if (asked === null) return null
  const { model, doubt, send } = asked
  return (
    <Note
      steps={
        <>
          <Button size="small" onClick={() => useChat.setState({ pickerOpen: true, doubted: null })}>
            {t('composer.doubt.chooseOther')}
          </Button>
          <Button
            size="small"
            onClick={() => {
              useChat.setState((state) => ({
                doubted: null,
                trusted: new Set([...state.trusted, `${doubt} ${model}`]),
              }))
              send()
            }}
          >
            {t('composer.doubt.sendAnyway')}
          </Button>
        </>
      }
    >
      <p>{t(`composer.doubt.${doubt}`, { model })}</p>
      <p>{t('composer.doubt.nothingSent')}</p>
    </Note>
  )
}
