import type { Organization } from '@kinbridge/contract/organizations/organizations.contract';
import { logoTypes } from '@kinbridge/contract/organizations/organizations.contract';
import { Button, FileButton, Group, Input, SegmentedControl, Slider, Text } from '@mantine/core';
import { type PointerEvent, useEffect, useRef } from 'react';
import { OrganizationLogo } from '../../../ui/organization-logo.tsx';
import { ProposedLogo } from '../../../ui/proposed-profile/proposed-logo.tsx';
import { asProposed, hasProposedLogo } from '../as-proposed.ts';
import { logoTexts } from '../organizations.texts.ts';
import classes from './logo-editor.module.css';
import { dragged, logoSide } from './logo-frame.ts';
import { drawLogo, type EditedLogo } from './use-logo.ts';

/** The current logo, and the new one fitted or cropped to its square. */
export function LogoEditor({ organization, logo }: { organization: Organization; logo: EditedLogo }) {
  const { picture, frame, setFrame } = logo;
  return (
    <Input.Wrapper
      label={logoTexts.label}
      labelElement="div"
      description={logoTexts.hint}
      error={logo.problem}
      errorProps={{ role: 'alert' }}
    >
      <div className="flex items-start wrap gap-md">
        <div className={classes.preview} data-crop={(picture && frame.mode === 'crop') || undefined}>
          {picture ? <Preview logo={logo} picture={picture} /> : <KnownLogo organization={organization} />}
        </div>
        <div className="gap-10 column items-start basis-220">
          <Group gap={8}>
            <FileButton
              onChange={logo.choose}
              accept={logoTypes.join(',')}
              inputProps={{ 'aria-label': logoTexts.label }}
            >
              {(props) => (
                <Button {...props} variant="default">
                  {picture || asProposed(organization).imageFilename ? 'Change picture' : 'Choose picture'}
                </Button>
              )}
            </FileButton>
            {picture && (
              <Button variant="subtle" onClick={logo.clear}>
                Keep current logo
              </Button>
            )}
          </Group>
          {picture && (
            <SegmentedControl
              size="xs"
              aria-label={logoTexts.mode}
              value={frame.mode}
              data={[
                { value: 'fit', label: 'Fit' },
                { value: 'crop', label: 'Crop' },
              ]}
              onChange={(mode) => setFrame({ ...frame, mode: mode as 'fit' | 'crop' })}
            />
          )}
          {picture && frame.mode === 'crop' && <CropSliders logo={logo} />}
        </div>
      </div>
    </Input.Wrapper>
  );
}

/** The proposed logo if one waits, else the one that others see. */
function KnownLogo({ organization }: { organization: Organization }) {
  const { id, proposedProfile } = organization;
  return proposedProfile && hasProposedLogo(organization) ? (
    <ProposedLogo reader="staff" organizationId={id} proposalId={proposedProfile.id} size={96} />
  ) : (
    <OrganizationLogo organization={organization} size={96} />
  );
}

function CropSliders({ logo: { frame, setFrame } }: { logo: EditedLogo }) {
  const sliders = [
    { name: 'zoom', label: logoTexts.zoom, min: 1, max: 4, step: 0.05 },
    { name: 'x', label: logoTexts.across, min: 0, max: 1, step: 0.01 },
    { name: 'y', label: logoTexts.down, min: 0, max: 1, step: 0.01 },
  ] as const;
  return (
    <div className={`gap-xs grid w-full ${classes.sliders}`}>
      {sliders.map(({ name, label, ...range }) => (
        <div key={name} className={`gap-10 grid items-center ${classes.slider}`}>
          <Text fz="xs" c="var(--kb-label)" aria-hidden="true">
            {label}
          </Text>
          <Slider
            {...range}
            size="sm"
            label={null}
            thumbLabel={label}
            value={frame[name]}
            onChange={(value) => setFrame({ ...frame, [name]: value })}
          />
        </div>
      ))}
    </div>
  );
}

/** Previews the result. A cropped picture can be dragged; the sliders do the same for the keyboard. */
function Preview({ logo: { frame, setFrame }, picture }: { logo: EditedLogo; picture: ImageBitmap }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawLogo(canvas.current, picture, frame);
  }, [picture, frame]);

  function drag(event: PointerEvent<HTMLCanvasElement>) {
    if (frame.mode !== 'crop' || event.buttons === 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const side = event.currentTarget.getBoundingClientRect().width;
    setFrame(dragged(side, picture, frame, { x: event.movementX, y: event.movementY }));
  }

  return (
    <canvas
      ref={canvas}
      width={logoSide}
      height={logoSide}
      role="img"
      aria-label={logoTexts.preview}
      onPointerMove={drag}
    />
  );
}
