import { attachmentMaxBytes, attachmentTypes } from '@kinbridge/contract/service-requests/attachment-limits';
import { ActionIcon, Input, Text } from '@mantine/core';
import type { FileRejection } from '@mantine/dropzone';
import { useState } from 'react';
import { formatFileSize } from '../../../lib/file-size.ts';
import { FileDrop } from '../../../ui/fields/file-drop.tsx';
import { IconX } from '../../../ui/icons/icons.ts';
import { IconFile } from '../../../ui/icons/later-icons.ts';
import classes from './new-request.module.css';
import { newRequestTexts } from './new-request.texts.ts';

interface NewServiceRequestAttachmentProps {
  file: File | null;
  onChange: (file: File | null) => void;
  /** Why the form can't be sent, or what a reload lost. */
  error: string | null;
  /** True once the box was checked here: the drop zone appears at the bottom of a scrolling pane. */
  autoShow: boolean;
}

/** One file, dropped or chosen. Type and size are checked before sending. */
export function NewServiceRequestAttachment({ file, onChange, error, autoShow }: NewServiceRequestAttachmentProps) {
  const showWhole = autoShow ? scrollToWhole : null;
  const [problem, setProblem] = useState<string | null>(null);

  function choose(chosen: File | null) {
    setProblem(null);
    onChange(chosen);
  }

  if (file) {
    return (
      <div className={`gap-xs box row min-h-36 ${classes.file}`} ref={showWhole}>
        <IconFile className="fixed label" size={18} aria-hidden="true" />
        <span className="cut fill">{file.name}</span>
        <Text className="fixed text-xs numbers dimmed">{formatFileSize(file.size)}</Text>
        <ActionIcon aria-label={`Remove ${file.name}`} onClick={() => choose(null)}>
          <IconX />
        </ActionIcon>
      </div>
    );
  }
  const sentence = problem ?? error;
  return (
    <Input.Wrapper key={sentence} ref={showWhole} error={sentence} errorProps={{ role: 'alert' }}>
      <FileDrop
        label={newRequestTexts.attach}
        hint={newRequestTexts.drop}
        choose="Choose file"
        accept={[...attachmentTypes]}
        maxSize={attachmentMaxBytes}
        multiple={false}
        onDrop={([dropped]) => dropped && choose(dropped)}
        onReject={(rejections) => setProblem(rejectionText(rejections))}
        problem={Boolean(sentence)}
        mark={{ 'data-path': 'attach' }}
      />
    </Input.Wrapper>
  );
}

function scrollToWhole(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' });
}

function rejectionText(rejections: FileRejection[]): string {
  const [rejection] = rejections;
  if (!rejection || rejections.length > 1) return newRequestTexts.tooMany;
  const tooLarge = rejection.errors.some((error) => error.code === 'file-too-large');
  return (tooLarge ? newRequestTexts.tooLarge : newRequestTexts.wrongType)(rejection.file.name);
}
