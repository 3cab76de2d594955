import { Menu } from '@mantine/core'
import { Clock, Combine, Ellipsis, Pencil, Trash2, User } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { TranscriptSegment } from '../../../../shared/transcript.ts'
import buttons from '../../../components/buttons.module.css'
import { editSegment, mergeNext, removeSegments } from '../edit/segment-actions.ts'
import { useTranscription } from '../transcription-store.ts'
import classes from './SegmentList.module.css'

interface SegmentMenuProps {
  readonly segment: TranscriptSegment
  readonly name: string
  readonly last: boolean
  readonly tab: number
}

/** What can be done with one segment. */
export function SegmentMenu({ segment, name, last, tab }: SegmentMenuProps) {
  const { t } = useTranslation()
  const only = new Set([segment.id])
  return (
    <Menu position="bottom-end" width={220} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button
          type="button"
          className={`${buttons.icon} ${buttons.tiny} ${classes.menu}`}
          aria-label={t('transcription.segmentActions', { name })}
          tabIndex={tab}
        >
          <Ellipsis size={16} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<Pencil size={15} />}
          // after the menu has given the focus back, or the field that opens would lose it again
          onClick={() => setTimeout(() => editSegment(segment.id), 120)}
        >
          {t('transcription.edit')}
        </Menu.Item>
        <Menu.Item leftSection={<User size={15} />} onClick={() => useTranscription.setState({ naming: only })}>
          {t('transcription.speakerSet')}
        </Menu.Item>
        {last ? null : (
          <Menu.Item leftSection={<Combine size={15} />} onClick={() => mergeNext(segment.id)}>
            {t('transcription.mergeNext')}
          </Menu.Item>
        )}
        {segment.from === null ? null : (
          <Menu.Item leftSection={<Clock size={15} />} onClick={() => useTranscription.setState({ shifting: only })}>
            {t('transcription.shift')}
          </Menu.Item>
        )}
        <Menu.Item color="seal" leftSection={<Trash2 size={15} />} onClick={() => removeSegments(only)}>
          {t('transcription.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
