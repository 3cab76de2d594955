import { Popover } from '@mantine/core'
import { ALargeSmall, Brain, ChevronDown, Copy, PanelLeft, Search } from 'lucide-react'
import type { Conversation } from '../../../../shared/chat.ts'
import { isTemporaryChat } from '../../../../shared/temporary-chat.ts'
import { Button } from '../../../components/Button.tsx'
import { TitleField } from '../../../components/forms/TitleField.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import popover from '../../../components/menu/dropdown.module.css'
import { MoreMenu } from '../../../components/menu/Menu.tsx'
import { MenuItem } from '../../../components/menu/MenuItem.tsx'
import { ModelList } from '../../../components/model-picker/ModelList.tsx'
import { modelWords, openModels } from '../../../components/model-picker/model-words.ts'
import { Line } from '../../../components/words/Line.tsx'
import { useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useTitled } from '../../../platform/shortcuts.ts'
import { copyConversation } from '../actions/answer-actions.ts'
import { chooseModel, renameConversation } from '../actions/chat-actions.ts'
import { openFind } from '../actions/find-actions.ts'
import { toggleList, useListShown } from '../actions/list-fold.ts'
import { copyDocument } from '../actions/text-actions.ts'
import { AssistantSign } from '../assistants/AssistantSign.tsx'
import { ComparePicker } from '../compare/ComparePicker.tsx'
import { ParametersPopover } from '../composer/ParametersPopover.tsx'
import { FolderSign } from '../folders/FolderSign.tsx'
import { ConversationMenuItems } from '../list/ConversationRow.tsx'
import { useFinding } from '../memory/finding-store.ts'
import { ConversationCost } from '../money/ConversationCost.tsx'
import { useLook } from '../reading/look-store.ts'
import { OutlinePopover } from '../reading/OutlinePopover.tsx'
import { useChat } from '../state/chat-store.ts'
import { shownTitle } from '../state/shown-title.ts'
import { useTarget } from '../state/target.ts'
import { TemporarySign } from '../temporary/TemporarySign.tsx'
import classes from './ChatHeader.module.css'

export function ChatHeader() {
  const { t } = useTranslation()
  const titled = useTitled()
  const conversation = useChat((state) => state.chat.open?.conversation ?? null)
  const listShown = useListShown()
  return (
    <header className={classes.bar}>
      <IconButton
        icon={PanelLeft}
        words={t('chat.showList')}
        title={titled(t(listShown ? 'chat.hideList' : 'chat.showList'), 'toggleList')}
        className={classes.toggle}
        aria-expanded={listShown}
        onClick={toggleList}
      />
      {conversation === null ? (
        <span className={classes.grow} />
      ) : (
        <Title key={conversation.id} conversation={conversation} />
      )}
      <TemporarySign />
      {conversation === null ? null : <AssistantSign parameters={conversation.parameters} hasName />}
      {conversation === null ? null : <FolderSign parameters={conversation.parameters} />}
      <ModelPicker />
      <ComparePicker />
      <ParametersPopover />
      {conversation === null || conversation.parameters.text !== undefined ? null : (
        <OutlinePopover key={`outline ${conversation.id}`} conversationId={conversation.id} />
      )}
      {conversation === null ? null : (
        <MoreMenu>
          <ConversationCost conversationId={conversation.id} />
          <MenuItem
            icon={Copy}
            onPress={() =>
              void (conversation.parameters.text === undefined
                ? copyConversation(conversation.id)
                : copyDocument(conversation.id))
            }
          >
            {conversation.parameters.text === undefined ? t('chat.copyConversation') : t('text.copy')}
          </MenuItem>
          {conversation.parameters.text !== undefined ? null : (
            <MenuItem icon={Search} shortcut="findInChat" onPress={openFind}>
              {t('reading.find.command')}
            </MenuItem>
          )}
          <MenuItem icon={ALargeSmall} onPress={() => useLook.setState({ opened: true })}>
            {t('reading.lookOpen')}
          </MenuItem>
          <FindFactsItem conversation={conversation} />
          <ConversationMenuItems
            conversation={conversation}
            isOpen
            onRename={() => useChat.setState({ renamingOpen: true })}
          />
        </MoreMenu>
      )}
    </header>
  )
}

/** Opens the dialog in which a model proposes facts to remember; nothing where none are remembered. */
function FindFactsItem({ conversation: { id, parameters } }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const isOn = useApp((state) => state.settings.memory)
  if (!isOn || isTemporaryChat(id) || parameters.text !== undefined) return null
  return (
    <MenuItem icon={Brain} onPress={() => useFinding.setState({ conversationId: id })}>
      {t('memory.find')}
    </MenuItem>
  )
}

/** Title of the open conversation; a click edits it. */
function Title({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const editing = useChat((state) => state.renamingOpen)
  const title = shownTitle(t, conversation)
  if (editing)
    return (
      <TitleField
        className={classes.titleField}
        label={t('chat.renameField')}
        title={conversation.title}
        onDone={(name) => {
          useChat.setState({ renamingOpen: false })
          void renameConversation(conversation.id, name)
        }}
      />
    )
  return (
    <h2 className={classes.title} aria-label={title}>
      <Button
        kind="plain"
        aria-label={t('chat.renameOf', { title })}
        title={t('chat.rename')}
        onClick={() => useChat.setState({ renamingOpen: true })}
      >
        <Line text={title} />
      </Button>
    </h2>
  )
}

/** The answering model and its connection, with a list to choose another. */
export function ModelPicker() {
  const { t } = useTranslation()
  const opened = useChat((state) => state.pickerOpen)
  const { connection, model } = useTarget()
  const name = modelWords(t, { connection, model })
  const of = connection === null ? '' : `· ${connection.name}`
  const close = () => useChat.setState({ pickerOpen: false })
  return (
    <Popover opened={opened} onDismiss={close} position="bottom-start" width={380} trapFocus returnFocus>
      <Popover.Target>
        <Button
          kind="chip"
          className={classes.chip}
          aria-haspopup="dialog"
          aria-label={[model === '' ? name : `${t('models.pick')}: ${name}`, of]
            .filter((words) => words !== '')
            .join(' ')}
          title={[name, of].join(' ').trim()}
          onClick={() => openModels({ connection, model }, () => useChat.setState({ pickerOpen: !opened }))}
        >
          <b>
            <Line text={name} />
          </b>
          {of === '' ? null : (
            <span>
              <Line text={of} />
            </span>
          )}
          <ChevronDown size={13} aria-hidden="true" />
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={popover.dropdown} aria-label={t('models.pick')}>
        <ModelList
          connection={connection}
          model={model}
          kind="chat"
          onChoose={(id, name) => void chooseModel(id, name)}
          onClose={close}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
