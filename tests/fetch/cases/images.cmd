for image in old hostile device unnamed text none; do
    fetch $image.exe --server two -o out
done
