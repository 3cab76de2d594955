import { Switch } from '@mantine/core'
import { BookOpen } from 'lucide-react'
import { chatCollectionsMax } from '../../../../shared/knowledge-limits.ts'
import { Button } from '../../../components/Button.tsx'
import { Line } from '../../../components/words/Line.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useCollections } from '../../../platform/knowledge-store.ts'
import { showLibrary } from '../../../platform/navigation.ts'
import { useChat } from '../chat-store.ts'
import { ChoicePopover } from '../composer/ChoicePopover.tsx'
import { useParameters } from '../composer/ParametersPopover.tsx'
import { isTemporaryOpen } from '../temporary/temporary-open.ts'
import { WithheldButton } from '../temporary/WithheldButton.tsx'
import { setParameters } from '../thread/answer-actions.ts'
import classes from './Knowledge.module.css'

/** The collections that this chat uses. Nothing where there are no collections. */
export function KnowledgePopover() {
  const { t } = useTranslation()
  const opened = useChat((state) => state.knowledgeOpen)
  const collections = useCollections((state) => state.collections) ?? []
  const parameters = useParameters()
  const chosen = parameters.knowledge?.collections ?? []
  const on = collections.filter(({ id }) => chosen.includes(id)).length
  const name = on === 0 ? t('knowledge.off') : t('knowledge.on', { count: on })
  const isTemporary = useChat(isTemporaryOpen)
  if (collections.length === 0) return null
  if (isTemporary) return <WithheldButton icon={BookOpen} words={t('knowledge.popoverTitle')} />
  const choose = (id: string, isOn: boolean): void => {
    const others = chosen.filter((other) => other !== id)
    const next = isOn ? [...others, id].slice(-chatCollectionsMax) : others
    void setParameters({ ...parameters, knowledge: { collections: next } })
  }
  return (
    <ChoicePopover
      icon={BookOpen}
      count={on}
      name={name}
      title={t('knowledge.popoverTitle')}
      hint={t('knowledge.popoverHint')}
      opened={opened}
      onChange={(next) => useChat.setState({ knowledgeOpen: next })}
    >
      {collections.map((collection) => (
        <Switch
          key={collection.id}
          size="xs"
          label={<Line text={collection.name} />}
          classNames={{ labelWrapper: classes.label ?? '' }}
          description={t('knowledge.read', {
            count: collection.sources.reduce((sum, { progress }) => sum + progress.passages, 0),
          })}
          checked={chosen.includes(collection.id)}
          onChange={(event) => choose(collection.id, event.currentTarget.checked)}
        />
      ))}
      <div>
        <Button
          size="small"
          onClick={() => {
            useChat.setState({ knowledgeOpen: false })
            showLibrary('knowledge')
          }}
        >
          {t('knowledge.openSettings')}
        </Button>
      </div>
    </ChoicePopover>
  )
}
