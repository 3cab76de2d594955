import { Button } from '../../../components/Button.tsx'
import layout from '../../../components/layout.module.css'
import { Line } from '../../../components/words/Line.tsx'
import { sentences } from '../../../components/words/sentences.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { showLibrary } from '../../../platform/navigation.ts'
import { useAssistants } from '../../../platform/prompts/assistants-store.ts'
import { leaveAssistant, takeAssistant } from '../actions/take-assistant.ts'
import { useChat } from '../state/chat-store.ts'
import classes from './Assistants.module.css'

/** Maximum number of assistants shown in an empty chat; `@` finds the others. */
const shownMax = 12

/** The assistants that a new chat can start with. */
export function AssistantRow() {
  const { t } = useTranslation()
  const assistants = useAssistants()
  const chosen = useChat((state) => state.newParameters.assistant)
  const isChosen = ({ name, sign }: { readonly name: string; readonly sign: string }) =>
    chosen?.name === name && chosen.sign === sign
  const description = assistants.find(isChosen)?.description || null
  if (assistants.length === 0 && chosen === undefined) return null
  return (
    <section className={classes.section} aria-label={t('assistants.begin')}>
      <h3 className={classes.heading}>{t('assistants.begin')}</h3>
      <div className={classes.row}>
        {assistants.slice(0, shownMax).map((assistant) => (
          <Button
            kind="chip"
            key={assistant.id}
            aria-pressed={isChosen(assistant)}
            title={assistant.description}
            onClick={() => (isChosen(assistant) ? leaveAssistant() : takeAssistant(assistant))}
          >
            <span className={layout.sign} aria-hidden="true">
              {assistant.sign}
            </span>
            <Line text={assistant.name} />
          </Button>
        ))}
        <Button size="small" onClick={() => showLibrary('assistants')}>
          {t('assistants.manage')}
        </Button>
      </div>
      <p role="status" className={classes.note}>
        {chosen === undefined ? null : (
          <Line text={sentences(t, t('assistants.chosen', { name: chosen.name }), description)} />
        )}
      </p>
    </section>
  )
}
