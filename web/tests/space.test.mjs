// The view in space: picking and motion without a browser, then drawing, gestures and speed in headless Chromium.

import assert from 'node:assert/strict';
import test from 'node:test';
import { OrbitCamera } from '../src/space/camera.js';
import { Layout } from '../src/space/layout.js';
import { solidMaterial } from '../src/space/materials.js';
import { Crowd, standing } from '../src/space/meshes.js';
import { Motion } from '../src/space/motion.js';
import { Picker } from '../src/space/picking.js';
import { DETAIL, pieceGeometry } from '../src/space/shapes.js';
import { skip, start } from './browser.mjs';
import { positions } from './space-positions.js';

const games = Object.keys(positions);

/** The parts of the view that picking needs. */
function scene(model, preset, pieces = model.pieces) {
  const layout = new Layout(model.geometry), orbit = new OrbitCamera();
  orbit.camera.aspect = 16 / 9;
  orbit.camera.updateProjectionMatrix();
  orbit.extent = layout.extent();
  orbit.texts = layout.texts();
  orbit.show(orbit.poseOf(preset, false));
  const crowds = [...'KQRBNPU'].map(type => {
    const crowd = new Crowd([pieceGeometry(type, DETAIL.low)], solidMaterial({}, false), 0);
    crowd.fill([...pieces].filter(([, letter]) => letter.toUpperCase() === type)
      .map(([place]) => ({ place, matrix: standing(layout.point(place), 0), tint: [1, 1, 1, 1] })));
    return crowd;
  });
  const picker = new Picker(layout, crowds, orbit.camera);
  const pick = ([x, y, z], at = model) => {
    const vector = orbit.camera.position.clone().set(x, y, z).project(orbit.camera);
    return picker.pick(at, vector.x, vector.y)?.place;
  };
  return { layout, orbit, pick };
}

for (const game of games) {
  test(`space: every cell of ${game} can be picked when its level is in use`, () => {
    for (const preset of ['top', 'white', 'reset']) {
      const model = { ...positions[game](), pieces: new Map() };
      const { layout, pick } = scene(model, preset);
      const missed = [...model.live].filter(name => {
        const { level } = layout.cells.get(name), [x, y, z] = layout.point(name);
        // Another part of the cell will do where a handle stands in front of its middle.
        return ![[0, 0], [0.3, 0.3], [-0.3, -0.3], [-0.3, 0.3], [0.3, -0.3]].some(([dx, dz]) => pick([x + dx, y, z + dz], { ...model, level }) === name);
      });
      assert.deepEqual(missed, [], `${preset}`);
    }
  });

  test(`space: every piece of ${game} is picked by its own body from some side`, () => {
    const model = positions[game]();
    const views = ['top', 'white', 'black', 'side', 'reset'].map(preset => scene(model, preset));
    const missed = [...model.pieces.keys()].filter(name => !views.some(({ layout, pick }) => {
      const [x, y, z] = layout.point(name);
      return [0.2, 0.4, 0.6].some(up => pick([x, y + up, z]) === name);
    }));
    assert.deepEqual(missed, []);
  });

  test(`space: every preset shows all of ${game}`, () => {
    for (const preset of ['front', 'side', 'top', 'white', 'black', 'reset']) {
      const { layout, orbit } = scene(positions[game](), preset);
      const texts = preset === 'reset' || preset === 'white' ? layout.texts().west : [];
      for (const [x, y, z] of [...layout.extent(), ...texts]) {
        const at = orbit.camera.position.clone().set(x, y, z).project(orbit.camera);
        assert.ok(Math.abs(at.x) <= 1 && Math.abs(at.y) <= 1, `${preset}: ${at.x}, ${at.y}`);
      }
    }
  });
}

test('space: a lit target is picked through the empty cells above it', () => {
  const model = { ...positions.spacechess(), pieces: new Map() };
  const { layout, pick } = scene(model, 'top');
  const at = layout.point('d41');
  assert.notEqual(pick(at), 'd41');
  assert.equal(pick(at, { ...model, targets: new Map([['d41', { capture: false }]]) }), 'd41');
});

test('space: handles and possible places of platforms are picked as posts', () => {
  const model = { ...positions.federation(), targets: new Map([['b34-', { capture: false }]]) };
  const { layout, pick } = scene(model, 'side');
  const middle = place => { const [x, y, z] = layout.point(place); return [x, y + 0.16, z]; };
  assert.equal(pick(middle('b86+')), 'b86+');
  assert.equal(pick(middle('b34-')), 'b34-');
});

test('space: a platform carries its pieces', () => {
  const before = positions.federation(), layout = new Layout(before.geometry);
  const after = { ...before, pieces: new Map(before.pieces), platforms: [{ post: 'b34+', owner: 'white' }] };
  for (const cell of ['a03', 'a13', 'b03', 'b13']) after.pieces.delete(cell);
  const motion = new Motion(layout, before, after, [{ from: 'b12+', to: 'b34+' }]);
  assert.ok(motion.movesPlatform);
  assert.equal(motion.captured.size, 0);
  assert.deepEqual(motion.point('a25', layout.point('a25')), layout.point('a03'));
  motion.progress = 1;
  assert.deepEqual(motion.point('a25', layout.point('a25')), layout.point('a25'));
});

/** Opens the page of this test. */
async function open(game, theme = 'dark', width = 1280, height = 720) {
  const { browser, url } = await start();
  const page = await browser.newPage({ viewport: { width, height } });
  page.faults = [];
  page.on('console', message => { if (message.type() === 'error' && !message.location().url.endsWith('favicon.ico')) page.faults.push(message.text()); });
  page.on('pageerror', error => page.faults.push(error.stack ?? error.message));
  await page.goto(`${url}tests/space-fixture.html?game=${game}&theme=${theme}`);
  await page.waitForFunction(() => 'started' in window);
  return page;
}

test('space: the pictures in Chromium', { skip }, async t => {
  for (const game of games) {
    await t.test(`${game} is drawn with few draw calls`, async () => {
      const page = await open(game);
      const { colors, calls } = await page.evaluate(() => {
        view.probe.draw();
        const gl = view.probe.canvas.getContext('webgl2'), { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
        const pixels = new Uint8Array(4 * width * height);
        gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
        const words = new Uint32Array(pixels.buffer);
        return { colors: new Set(words.filter((_, i) => i % 7 === 0)).size, calls: view.probe.stats().calls };
      });
      assert.ok(colors > 200, `${colors} colors`);
      assert.ok(calls <= 20, `${calls} draw calls`);
      assert.deepEqual(page.faults, []);
      await page.close();
    });
  }

  await t.test('clicks and drags of pieces are reported, a turn of the camera is not', async () => {
    const page = await open('federation');
    const pixel = place => page.evaluate(name => view.probe.pixel(name), place);
    const said = () => page.evaluate(() => ({ picks: state.picks.splice(0), drags: state.drags.splice(0) }));
    // From above no piece hides another on the way from c22 to c34.
    await page.evaluate(() => { show({ reducedMotion: true }); view.setCamera('top'); });

    const pawn = await pixel('c22');
    await page.mouse.click(pawn.x, pawn.y);
    assert.deepEqual(await said(), { picks: ['c22'], drags: [] });

    await page.evaluate(() => show({ selected: 'c22', targets: new Map([['c34', { capture: false }]]) }));
    const target = await pixel('c34');
    await page.mouse.move(pawn.x, pawn.y);
    await page.mouse.down();
    await page.mouse.move((pawn.x + target.x) / 2, (pawn.y + target.y) / 2);
    await page.mouse.move(target.x, target.y);
    await page.mouse.up();
    assert.deepEqual(await said(), { picks: [], drags: [['c22', 'c34']] });

    const pose = () => page.evaluate(() => view.probe.pixel('b86+'));
    const before = await pose();
    for (const [button, from] of [['left', { x: 40, y: 600 }], ['right', pawn]]) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down({ button });
      await page.mouse.move(from.x + 60, from.y + 10);
      await page.mouse.move(from.x + 120, from.y + 20);
      await page.mouse.up({ button });
    }
    assert.notDeepEqual(await pose(), before);
    assert.deepEqual(await said(), { picks: [], drags: [] });
    assert.deepEqual(page.faults, []);
    await page.close();
  });

  await t.test('a turn of the camera is drawn coarsely where frames take long', async () => {
    const page = await open('spacechess');
    const { triangles, ratio } = await page.evaluate(() => new Promise(done => {
      let frames = 0;
      requestAnimationFrame(function next() {
        // Makes the frames of every machine as slow as those of one without a graphics card.
        for (const end = performance.now() + 40; performance.now() < end;);
        view.element.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' }));
        if (++frames < 40) requestAnimationFrame(next);
        else done(view.probe.stats());
      });
    }));
    assert.ok(triangles < 16_000, `${triangles} triangles`);
    assert.equal(ratio, 1);
    await page.close();
  });
});
