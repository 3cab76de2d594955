import { MessageCircle, Settings } from 'lucide-react'
import type { ComponentType } from 'react'
import { ChatPanel } from '../features/chat/ChatPanel.tsx'
import { findConversations, useChatCommands } from '../features/chat/chat-commands.ts'
import { SettingsPanel } from '../features/settings/SettingsPanel.tsx'
import { useSettingsCommands } from '../features/settings/settings-commands.ts'
import type { PanelId } from './navigation.ts'
import type { Command } from './palette/command.ts'

export interface Panel {
  readonly id: PanelId
  readonly icon: ComponentType<{ size?: number; strokeWidth?: number; 'aria-hidden'?: 'true' }>
  readonly place: 'top' | 'bottom'
  readonly Content: ComponentType
  /** What the panel adds to the command palette; a hook, so that it may read its stores. */
  readonly useCommands: () => readonly Command[]
  /** What the panel finds for a typed query, asked of main. */
  readonly find: ((query: string) => Promise<readonly Command[]>) | null
}

/** Every panel of the app: the rail, the shortcuts and the palette are made of this list. */
export const panels: readonly Panel[] = [
  {
    id: 'chat',
    icon: MessageCircle,
    place: 'top',
    Content: ChatPanel,
    useCommands: useChatCommands,
    find: findConversations,
  },
  {
    id: 'settings',
    icon: Settings,
    place: 'bottom',
    Content: SettingsPanel,
    useCommands: useSettingsCommands,
    find: null,
  },
]
