import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { DefaultModelSetting } from './DefaultModelSetting.tsx'
import { NewChatSetting } from './NewChatSetting.tsx'
import classes from './SettingsPanel.module.css'
import { TableSetting } from './TableSetting.tsx'
import { TitleSetting } from './TitleSetting.tsx'
import { VoiceRows } from './VoiceRows.tsx'

export function ChatPage() {
  const { t } = useTranslation()
  return (
    <>
      <h3 className={classes.subheading}>{t('settings.newChats')}</h3>
      <DefaultModelSetting />
      <TitleSetting />
      <NewChatSetting />
      <TableSetting name="newChatKeeps" />
      <TableSetting name="memory" />
      <h3 className={classes.subheading}>{t('settings.messages')}</h3>
      <TableSetting name="sendWith" />
      <TableSetting name="stream" />
      <TableSetting name="answerLines" />
      <TableSetting name="stallSeconds" />
      <h3 className={classes.subheading}>{t('settings.readAloud')}</h3>
      <VoiceRows />
    </>
  )
}
