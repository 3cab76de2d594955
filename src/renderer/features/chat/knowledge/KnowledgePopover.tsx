import { Switch } from '@mantine/core'
import { chatCollectionsMax } from '../../../../shared/knowledge-limits.ts'
import { Button } from '../../../components/Button.tsx'
import { ChoicePopover } from '../../../components/menu/ChoicePopover.tsx'
import { Line } from '../../../components/words/Line.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { showLibrary } from '../../../platform/navigation.ts'
import { useChat } from '../state/chat-store.ts'
import classes from './Knowledge.module.css'
import { useChosenCollections } from './use-chosen-collections.ts'

/** A popover to choose the collections that this chat uses. */
export function KnowledgePopover() {
  const { t } = useTranslation()
  const opened = useChat((state) => state.knowledgeOpen)
  const { choose, chosen, collections } = useChosenCollections()
  const turn = (id: string, isOn: boolean): void => {
    const others = chosen.filter((other) => other !== id)
    choose(isOn ? [...others, id].slice(-chatCollectionsMax) : others)
  }
  return (
    <ChoicePopover
      title={t('knowledge.popoverTitle')}
      hint={t('knowledge.popoverHint')}
      opened={opened}
      onClose={() => useChat.setState({ knowledgeOpen: false })}
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
          onChange={(event) => turn(collection.id, event.currentTarget.checked)}
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
