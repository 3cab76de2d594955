import { useTranslation } from 'react-i18next'
import buttons from '../../../components/buttons.module.css'
import notes from '../../../components/errors/ErrorNote.module.css'
import { useChat } from '../chat-store.ts'

/** Asks before a message goes to a model that is known not to take it. */
export function ModelDoubtNote() {
  const { t } = useTranslation()
  const asked = useChat((state) => state.doubted)
  if (asked === null) return null
  const { model, doubt, send } = asked
  const small = `${buttons.quiet} ${buttons.small}`
  return (
    <div className={notes.note} role="alert">
      <div className={notes.top}>
        <div className={notes.words}>
          <p className={notes.lead}>{t(`composer.doubt.${doubt}`, { model })}</p>
          <p>{t('composer.doubt.nothingSent')}</p>
        </div>
        <button type="button" className={small} onClick={() => useChat.setState({ pickerOpen: true, doubted: null })}>
          {t('composer.doubt.chooseOther')}
        </button>
        <button
          type="button"
          className={small}
          onClick={() => {
            useChat.setState((state) => ({ doubted: null, trusted: new Set([...state.trusted, `${doubt} ${model}`]) }))
            send()
          }}
        >
          {t('composer.doubt.sendAnyway')}
        </button>
      </div>
    </div>
  )
}
