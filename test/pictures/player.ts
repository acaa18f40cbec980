/** Draws a vertical clip into the first player: the simulator's own clips are test patterns, as small as a stamp. */
export const PLAY = `(() => {
	const canvas = Object.assign(document.createElement('canvas'), { width: 270, height: 480 });
	const pen = canvas.getContext('2d');
	const sky = pen.createLinearGradient(0, 0, 0, 480);
	['#17224d', '#7a3f6d', '#f0935a'].forEach((colour, index) => sky.addColorStop(index / 2, colour));
	pen.font = '800 30px sans-serif';
	pen.textAlign = 'center';
	const words = ['If the harbour', 'is quiet,', 'ask who left.'];
	const begin = performance.now();
	setInterval(() => {
		const second = (performance.now() - begin) / 1000;
		pen.fillStyle = sky;
		pen.fillRect(0, 0, 270, 480);
		pen.fillStyle = '#ffe27a';
		pen.beginPath();
		pen.arc(135, 120 + 15 * second, 50, 0, 7);
		pen.fill();
		pen.fillStyle = '#fff';
		pen.fillText(words[Math.floor(second / 2) % 3], 135, 400);
	}, 60);
	const video = document.querySelector('video');
	video.srcObject = canvas.captureStream(15);
	return video.play();
})()`;
