"""Where cards lie: corner keypoints, the lattice of rows and columns, the homography of the table."""
